import { type LaunchSettings, ProbeFailure } from '../prober'
import { runProcess } from './bounded-process'
import { SANDBOX_NODE, type Sandboxed, sandboxCommand } from './sandbox'

/**
 * Throws `ProbeFailure` where this machine cannot make a sandbox with these mounts. Asked before each start, so that a failure of the sandbox never counts against a
 * package.
 */
export async function checkSandbox(
  folder: string,
  mounts: Sandboxed['mounts'],
  settings: LaunchSettings,
  signal: AbortSignal,
): Promise<void> {
  if (await runsInSandbox(folder, { program: [SANDBOX_NODE, '-e', ''], mounts }, settings, signal)) return
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
