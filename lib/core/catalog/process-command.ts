/** A command this process may start: exactly configured, or that of a sandbox; never taken from a catalog. */
export interface ProcessCommand {
  command: string
  args: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
}
