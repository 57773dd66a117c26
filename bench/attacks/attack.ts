import type { Print } from '../bench'

/** One thing that was tried. All texts are one line for a table, without the texts of an attack unescaped. */
export interface AttackResult {
  /** A few words, unique within its module. */
  attack: string
  /** What was done, and how often. */
  tried: string
  /** `skipped`: it could not be tried here, as `by` says. */
  outcome: 'held' | 'broke' | 'skipped'
  /** What stopped or found it, with the sentence or status that was answered; or what was got. */
  by: string
  /** What the same did at commit bb28e71, as recorded by whoever wrote the row: it is not run again. */
  before: 'held' | 'broke' | 'not tried'
  /**
   * The paper that says that this breaks, `docs/audit.md` for one: then it is printed, and is no failure. Absent: it is
   * expected to hold.
   */
  documented?: string
}

/** A group of attacks. They stay on loopback, end by themselves, and remove what they wrote. */
export interface AttackModule {
  /** One line: who attacks what, with which rights. */
  about: string
  /**
   * The longest that the module may take; after it `signal` is aborted, what it noted is kept, and a row says that it
   * broke.
   */
  seconds: number
  run(given: AttackGiven): Promise<AttackResult[]>
}

/** Held where there are no faults; else these are what broke. `by`: what stopped it. */
export function attackResultOf(
  given: Omit<AttackResult, 'outcome' | 'by'>,
  faults: readonly (string | false)[],
  by: string,
): AttackResult {
  const found = faults.filter((fault) => fault !== false)
  return { ...given, outcome: found.length === 0 ? 'held' : 'broke', by: found.join('; ') || by }
}

interface AttackGiven {
  signal: AbortSignal
  print: Print
  /** Keeps a row that is done, should the module not end in time. */
  note(row: AttackResult): void
}
