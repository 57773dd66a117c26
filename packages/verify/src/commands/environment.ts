/** What a command prints to, and where it has the time from. */
export interface CommandEnvironment {
  print(line: string): void
  /** Messages besides the result, and faults. */
  warn(line: string): void
  now(): Date
}
