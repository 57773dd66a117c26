/** What became of files: the last three are failures; `absent`: no set of a known format is published. */
type FileResult = 'read' | 'written' | 'removed' | 'absent' | 'unreadable' | 'unwritable'
type FilesCondition = 'ok' | Extract<FileResult, 'absent' | 'unreadable' | 'unwritable'>

/** What a process counts and says of its files. */
export interface FileResults {
  counts: Readonly<Record<FileResult, number>>
  /** What has failed last, and not succeeded since. */
  condition(): FilesCondition
  /** Counts whether a set of this name was found; says so where it begins to be absent. */
  found(name: string, isThere: boolean): void
  /** Counts what becomes of the work; says `line` where it begins to fail. undefined: it failed. */
  tried<Result>(
    kinds: readonly ['read', 'unreadable'] | readonly ['written' | 'removed', 'unwritable'],
    line: string,
    work: () => Promise<Result>,
  ): Promise<Result | undefined>
}

export function openFileResults(log: (line: string, cause?: unknown) => void): FileResults {
  const counts = { read: 0, written: 0, removed: 0, absent: 0, unreadable: 0, unwritable: 0 }
  const failing = { unreadable: false, unwritable: false }
  const absent = new Set<string>()
  return {
    counts,
    condition: () => {
      if (failing.unreadable) return 'unreadable'
      if (failing.unwritable) return 'unwritable'
      return absent.size > 0 ? 'absent' : 'ok'
    },
    found: (name, isThere) => {
      if (isThere) absent.delete(name)
      else {
        counts.absent += 1
        if (!absent.has(name))
          log(`No files of ${name} are published that this process can read; it does without them.`)
        absent.add(name)
      }
    },
    tried: async ([well, badly], line, work) => {
      try {
        const result = await work()
        counts[well] += 1
        failing[badly] = false
        return result
      } catch (cause) {
        counts[badly] += 1
        if (!failing[badly]) log(line, cause)
        failing[badly] = true
        return undefined
      }
    },
  }
}
