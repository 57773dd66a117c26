/** A command this process may start: exactly configured, never taken from a catalog. */
export interface ProcessCommand {
  command: string
  args: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
}
