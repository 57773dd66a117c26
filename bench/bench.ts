/** What a measurement is given, and what it answers: one JSON object, printed as the last line of stdout. */
export interface Bench {
  /** Flags by name with their defaults; a flag that is not here is refused. */
  flags: Readonly<Record<string, string>>
  run(flags: Readonly<Record<string, string>>, say: (line: string) => void): Promise<Record<string, unknown>>
  /** Whether what it found is a failure, so that its process ends as one; left out: it only measures. */
  hasFailed?(result: Readonly<Record<string, unknown>>): boolean
}

/** A bench refuses loudly when something it needs is not there. */
export class BenchCannotRun extends Error {}

export function numberFlag(flags: Readonly<Record<string, string>>, name: string): number {
  const value = Number(flags[name])
  if (!Number.isFinite(value) || value <= 0) throw new BenchCannotRun(`--${name} must be a number above 0`)
  return value
}

/** The middle value; of an even count the lower of the two, so that it is always one that was measured. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

export function round(value: number, digits = 2): number {
  return Math.round(value * 10 ** digits) / 10 ** digits
}
