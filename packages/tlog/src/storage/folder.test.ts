import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdir, readdir, readFile, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { emptyFolder, IDENTITY, NOW, testEntries, testRoot, WRITER } from '../test-tlogs.ts'
import { readTree } from '../tree/stored-tree.ts'
import { appendLeaves, TlogChanged } from '../tree/tree-writer.ts'
import { FOLDER_CALLS, type FolderCalls, folderStorage } from './folder.ts'
import { TlogFileDiffers, TlogInUse } from './storage.ts'

const folders: string[] = []
async function newFolder(): Promise<string> {
  const folder = await emptyFolder()
  folders.push(folder)
  return folder
}
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true })
})

const append = (folder: string, from: number, to: number, calls?: FolderCalls) =>
  appendLeaves(folderStorage(folder, calls), WRITER, testEntries(from, to), { expectedSize: from, now: NOW })

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

describe('a log in a folder', () => {
  it('has exactly the files of the format', async () => {
    const folder = await newFolder()
    await append(join(folder, 'log'), 0, 300)
    expect(await filesOf(join(folder, 'log'))).toEqual([
      'checkpoint',
      'tile/0/000',
      'tile/0/001.p/44',
      'tile/1/000.p/1',
      'tile/entries/000',
      'tile/entries/001.p/44',
    ])
  })

  it('is opened again and continued', async () => {
    const folder = await newFolder()
    for (const [from, to] of [
      [0, 5],
      [5, 256],
      [256, 600],
    ] as const) {
      await append(folder, from, to)
    }
    expect((await readTree(folderStorage(folder), IDENTITY)).root).toEqual(testRoot(600))
  })

  it('creates a file once', async () => {
    const storage = folderStorage(await newFolder())
    const file = { path: 'tile/0/000.p/1', bytes: new Uint8Array(32) }
    await storage.create([file, file])
    await storage.create([file])
    const created = storage.create([{ ...file, bytes: new Uint8Array(32).fill(1) }])
    await expect(created).rejects.toThrow(TlogFileDiffers)
    expect(await storage.read(file.path)).toEqual(Buffer.alloc(32))
  })

  it('neither reads nor writes what is no path of a log', async () => {
    const storage = folderStorage(await newFolder())
    for (const path of ['../a', 'tile/../../a', '/etc/passwd', 'checkpoint', '.lock', '.tmp/a', 'tile/0/000\u0000']) {
      await expect(storage.read(path)).rejects.toThrow(TypeError)
      await expect(storage.create([{ path, bytes: new Uint8Array() }])).rejects.toThrow(TypeError)
    }
    expect(await storage.read('tile/0/000')).toBeUndefined()
    expect(await storage.readCheckpoint()).toBeUndefined()
  })

  it('half a tile on the disk stops appending with a message that says what to do', async () => {
    const folder = await newFolder()
    await append(folder, 0, 300)
    await truncate(join(folder, 'tile/0/001.p/44'), 700)
    await expect(append(folder, 300, 301)).rejects.toThrow(
      /Restore them from a copy\. \(tile\/0\/001\.p\/44 is damaged/,
    )
    expect((await filesOf(folder)).filter((path) => path.startsWith('.'))).toEqual([])
  })

  it('a folder that cannot be written', async () => {
    const folder = await newFolder()
    await writeFile(join(folder, 'log'), 'a file')
    await expect(append(join(folder, 'log'), 0, 1)).rejects.toThrow(/EEXIST|ENOTDIR/)
  })
})

describe('a failure of every single call', () => {
  /** Calls of which number `at` fails: nothing done, or, for a write, half of it. */
  function failing(at: number, code: string): FolderCalls & { count: () => number } {
    let calls = 0
    const error = () => Object.assign(new Error(code), { code })
    const failsNow = () => {
      calls += 1
      return calls === at
    }
    const guarded =
      <Given extends unknown[], Result>(call: (...given: Given) => Promise<Result>) =>
      async (...given: Given) => {
        if (failsNow()) throw error()
        return call(...given)
      }
    const open = async (path: string, flags: string) => {
      if (failsNow()) throw error()
      const handle = await FOLDER_CALLS.open(path, flags)
      const { writeFile: write, sync } = handle
      handle.writeFile = async (data) => {
        if (!failsNow()) return write.call(handle, data)
        await write.call(handle, Buffer.from(data as Uint8Array).subarray(0, 10))
        throw error()
      }
      handle.sync = guarded(() => sync.call(handle))
      return handle
    }
    return {
      link: guarded(FOLDER_CALLS.link),
      rename: guarded(FOLDER_CALLS.rename),
      mkdir: guarded(FOLDER_CALLS.mkdir as (path: string) => Promise<string | undefined>) as FolderCalls['mkdir'],
      rm: guarded(FOLDER_CALLS.rm),
      open: open as FolderCalls['open'],
      count: () => calls,
    }
  }

  it.each([
    [0, 3, 'ENOSPC'],
    [250, 260, 'EIO'],
  ])(
    'from %d to %d leaves, %s',
    async (from, to, code) => {
      let failures = 0
      const before = await newFolder()
      if (from > 0) await append(before, 0, from)
      for (let at = 1, finished = false; !finished; at += 1) {
        const folder = await newFolder()
        await cp(before, folder, { recursive: true })
        const calls = failing(at, code)
        const outcome = await append(folder, from, to, calls).catch((cause: unknown) => cause)
        finished = calls.count() < at
        if (outcome instanceof Error) {
          failures += 1
          expect(outcome).toMatchObject({ code })
        }
        const opened = await readTree(folderStorage(folder), IDENTITY)
        expect([from, to]).toContain(opened.size)
        const tree = await append(folder, opened.size, to + 3)
        expect(tree.root).toEqual(testRoot(to + 3))
        // Nothing half-written is left under any name.
        expect((await filesOf(folder)).filter((path) => path.startsWith('.'))).toEqual([])
      }
      expect(failures).toBeGreaterThan(10)
    },
    120_000,
  )

  it.runIf(process.getuid?.() === 0 && canMount())('a disk that fills', async () => {
    const folder = await newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', folder])
    try {
      let size = 0
      let failure: unknown
      while (failure === undefined && size < 100_000) {
        failure = await append(folder, size, size + 200).then(
          () => undefined,
          (cause: unknown) => cause,
        )
        if (failure === undefined) size += 200
      }
      expect(failure).toMatchObject({ code: 'ENOSPC' })
      const opened = await readTree(folderStorage(folder), IDENTITY)
      expect(opened).toMatchObject({ size, root: testRoot(size) })
      // There is room again.
      execFileSync('mount', ['-o', 'remount,size=4m', folder])
      expect((await append(folder, size, size + 300)).root).toEqual(testRoot(size + 300))
    } finally {
      execFileSync('umount', [folder])
    }
  })

  function canMount(): boolean {
    try {
      execFileSync('unshare', ['-m', 'mount', '-t', 'tmpfs', 'tmpfs', '/mnt'], { stdio: 'ignore' })
      return true
    } catch {
      return false
    }
  }
})

describe('two writers', () => {
  it('at once in one process: one appends, the others are refused, and nothing is lost', async () => {
    const folder = await newFolder()
    const outcomes = await Promise.allSettled([append(folder, 0, 5), append(folder, 0, 5), append(folder, 0, 5)])
    const refusals = outcomes.filter((outcome) => outcome.status === 'rejected')
    expect(refusals).toHaveLength(2)
    // One that is let in after the first has finished finds another log than it expected.
    for (const { reason } of refusals) expect([TlogInUse, TlogChanged]).toContain(reason.constructor)
    expect((await readTree(folderStorage(folder), IDENTITY)).size).toBe(5)
  })

  it('while one writes, others are refused', async () => {
    const folder = await newFolder()
    await folderStorage(folder).asOnlyWriter(async () => {
      const others = [append(folder, 0, 5), append(folder, 0, 5)]
      for (const other of await Promise.allSettled(others))
        expect(other).toMatchObject({ reason: expect.any(TlogInUse) })
    })
    expect((await append(folder, 0, 5)).size).toBe(5)
  })

  it('the lock of a living process is respected, that of one that was killed is taken over', async () => {
    const folder = await newFolder()
    await append(folder, 0, 5)
    const child = fork('-e', ['setInterval(() => {}, 1000)'], { execArgv: ['-e', 'setInterval(() => {}, 1000)'] })
    await once(child, 'spawn')
    const holder = { host: hostname(), pid: child.pid, token: 'of another process' }
    await writeFile(join(folder, '.lock'), JSON.stringify(holder))
    await expect(append(folder, 5, 6)).rejects.toThrow(`process ${child.pid} on ${hostname()}`)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect((await append(folder, 5, 6)).size).toBe(6)
  })

  it('a lock of an earlier process with the same id, as in containers, counts for nothing', async () => {
    const folder = await newFolder()
    await writeFile(join(folder, '.lock'), JSON.stringify({ host: hostname(), pid: process.pid, token: 'earlier' }))
    expect((await append(folder, 0, 1)).size).toBe(1)
  })

  it('a lock of another machine counts until it is old', async () => {
    const content = JSON.stringify({ host: 'other.example', pid: 1, token: 'x' })
    const folder = await newFolder()
    const path = join(folder, '.lock')
    await writeFile(path, content)
    await expect(append(folder, 0, 1)).rejects.toThrow(TlogInUse)
    expect(await readFile(path, 'utf8')).toBe(content)
    const old = new Date(Date.now() - 120_000)
    await utimes(path, old, old)
    expect((await append(folder, 0, 1)).size).toBe(1)
  })

  it.each(['', '{"host":'])('what a process left that was killed while it wrote %j is taken over', async (content) => {
    const folder = await newFolder()
    await writeFile(join(folder, '.lock'), content)
    expect((await append(folder, 0, 1)).size).toBe(1)
  })

  it('a lock that is being written is waited for', async () => {
    const folder = await newFolder()
    const path = join(folder, '.lock')
    await writeFile(path, '{"host":')
    const appended = append(folder, 0, 1)
    const holder = { host: hostname(), pid: process.ppid, token: 'of another process' }
    await writeFile(path, JSON.stringify(holder))
    await expect(appended).rejects.toThrow(`process ${process.ppid} on ${hostname()}`)
  })

  it('a writer whose lock was taken over does not replace the checkpoint', async () => {
    const folder = await newFolder()
    await append(folder, 0, 5)
    const storage = folderStorage(folder)
    const before = (await storage.readCheckpoint()) ?? ''
    const work = storage.asOnlyWriter(async () => {
      await writeFile(join(folder, '.lock'), JSON.stringify({ host: 'other.example', pid: 1, token: 'x' }))
      return storage.replaceCheckpoint('next', before)
    })
    await expect(work).rejects.toThrow(TlogInUse)
    expect(await storage.readCheckpoint()).toBe(before)
  })

  it('what a killed process left is removed', async () => {
    const folder = await newFolder()
    await mkdir(join(folder, '.tmp'))
    await writeFile(join(folder, '.tmp', 'half'), 'half a tile')
    await append(folder, 0, 1)
    expect((await filesOf(folder)).filter((path) => path.startsWith('.'))).toEqual([])
  })
})

it('a folder that is a link to another disk works', async () => {
  const [folder, place] = [await newFolder(), await newFolder()]
  await symlink(place, join(folder, 'log'))
  await append(join(folder, 'log'), 0, 3)
  expect(await filesOf(place)).toContain('checkpoint')
})
