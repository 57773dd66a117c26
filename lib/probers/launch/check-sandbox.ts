import { type LaunchSettings, ProbeFailure } from '../prober'
import { runProcess } from './bounded-process'
import { withLaunchFolder } from './launch-folder'
import { withMemoryGroup } from './memory/memory-group'
import { SANDBOX_NODE, type Sandboxed, sandboxCommand } from './sandbox'
import { NO_FILTER, NO_MEMORY_LIMIT, START_FAILURES } from './start-script'

/**
 * Throws `ProbeFailure` where this machine cannot make a sandbox with these mounts, or one that does not hold what it
 * must. Asked before each start, so that a failure of the sandbox never counts against a package.
 */
export async function checkSandbox(
  folder: string,
  mounts: Sandboxed['mounts'],
  settings: LaunchSettings,
  signal: AbortSignal,
): Promise<void> {
  const sandboxed = { program: [SANDBOX_NODE, '-e', CHECK], mounts }
  const { code, grouped } = await endInSandbox(folder, sandboxed, settings, signal)
  if (code === 0 || (code === NO_MEMORY_LIMIT && grouped)) return
  const known: Readonly<Record<number, string>> = START_FAILURES
  const why = code === null ? undefined : known[code]
  const note = `No sandbox can be made on this machine${why === undefined ? '' : `: ${why}`}.`
  throw new ProbeFailure('launch_unavailable', { notes: [note] })
}

/** Why no package can be launched on this machine, in a sentence; null: packages can be. */
export async function refusalOfLaunching(settings: LaunchSettings, signal: AbortSignal): Promise<string | null> {
  try {
    await withLaunchFolder((folder) => checkSandbox(folder, [], settings, signal))
    return null
  } catch (error) {
    if (error instanceof ProbeFailure) return error.notes.join(' ')
    throw error
  }
}

/** Whether a program of this machine runs in a sandbox and ends with 0. */
export async function runsInSandbox(
  folder: string,
  sandboxed: Sandboxed,
  settings: LaunchSettings,
  signal: AbortSignal,
): Promise<boolean> {
  return (await endInSandbox(folder, sandboxed, settings, signal)).code === 0
}

/**
 * What a program of this machine ends with in a sandbox, and whether that is in a cgroup of its own. A `code` of null:
 * it cannot be started, or was ended by a signal.
 */
async function endInSandbox(
  folder: string,
  sandboxed: Sandboxed,
  settings: LaunchSettings,
  signal: AbortSignal,
): Promise<{ code: number | null; grouped: boolean }> {
  try {
    return await withMemoryGroup(settings, async (group) => {
      const { command, args, cwd, env } = sandboxCommand(folder, sandboxed, settings, group)
      const { code } = await runProcess([command, ...args], { cwd, env, signal })
      return { code, grouped: group !== null }
    })
  } catch {
    signal.throwIfAborted()
    // Perl is not installed, for example.
    return { code: null, grouped: false }
  }
}

/** Runs inside, and shows that the limits are in force; that of memory last, as a cgroup may be there instead. */
const CHECK = `
const { readFileSync, writeFileSync } = require('node:fs')
const read = (name) => readFileSync('/proc/self/' + name, 'utf8')
if (!/^Seccomp:\\s+2$/m.test(read('status'))) process.exit(${NO_FILTER})
let stays = read('oom_score_adj').trim() === '1000'
try {
  writeFileSync('/proc/self/oom_score_adj', '0')
  stays = false
} catch {}
if (!stays) process.exit(${NO_MEMORY_LIMIT})
`
