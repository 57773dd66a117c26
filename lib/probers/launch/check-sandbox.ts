import { type LaunchSettings, ProbeFailure } from '../prober'
import { runProcess } from './bounded-process'
import { SANDBOX_NODE, type Sandboxed, sandboxCommand } from './sandbox'

let works = false

/** Throws `ProbeFailure` where no sandbox can be made on this machine. Once one could be made it is not tried again. */
export async function checkSandbox(folder: string, settings: LaunchSettings, signal: AbortSignal): Promise<void> {
  works ||= await runsInSandbox(folder, { program: [SANDBOX_NODE, '-e', ''], mounts: [] }, settings, signal)
  if (works) return
  throw new ProbeFailure('launch_unavailable', { notes: ['No sandbox can be made on this machine.'] })
}

/** Whether a program of this machine runs in a sandbox and ends with 0. */
export async function runsInSandbox(
  folder: string,
  sandboxed: Sandboxed,
  settings: LaunchSettings,
  signal: AbortSignal,
): Promise<boolean> {
  const { command, args, cwd, env, user } = sandboxCommand(folder, sandboxed, settings)
  try {
    const { code } = await runProcess([command, ...args], { cwd, env, signal, ...(user && { user }) })
    return code === 0
  } catch {
    signal.throwIfAborted()
    // bwrap is not installed.
    return false
  }
}
