declare module 'cross-spawn' {
  import type { ChildProcess, SpawnOptions } from 'node:child_process'

  /** `spawn` that also finds what is no program of its own on Windows. */
  export default function spawn(command: string, args: readonly string[], options: SpawnOptions): ChildProcess
}
