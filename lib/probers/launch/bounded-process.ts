import { spawn } from 'node:child_process'

export interface ProcessResult {
  /** null: it was ended by a signal. */
  code: number | null
  stdout: string
}

export interface ProcessBounds {
  cwd: string
  env: Readonly<Record<string, string>>
  /** Ends the process and its group. */
  signal: AbortSignal
}

/** Of its stdout. */
const MOST_OUTPUT_BYTES = 1_000_000

/**
 * Runs a program of this machine to its end, or to the most that is read of its output, without a shell. Rejects with
 * the signal's reason once it aborts, after the process has ended, and with the system's error where it cannot be
 * started.
 */
export async function runProcess(
  [command = '', ...args]: readonly string[],
  { cwd, env, signal }: ProcessBounds,
): Promise<ProcessResult> {
  signal.throwIfAborted()
  const child = spawn(command, args, {
    cwd,
    // Next's types require NODE_ENV in every environment.
    env: { ...env } as NodeJS.ProcessEnv,
    // Its own group, so that what it starts ends with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const kill = () => {
    if (child.pid === undefined) return
    try {
      process.kill(-child.pid, 'SIGKILL')
    } catch {
      // The group has ended already.
    }
  }
  signal.addEventListener('abort', kill, { once: true })
  const pieces: Buffer[] = []
  let bytes = 0
  child.stdout.on('data', (piece: Buffer) => {
    bytes += piece.length
    if (bytes <= MOST_OUTPUT_BYTES) return pieces.push(piece)
    child.stdout.destroy()
    return kill()
  })
  try {
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    signal.throwIfAborted()
    return { code, stdout: Buffer.concat(pieces).toString('utf8') }
  } finally {
    signal.removeEventListener('abort', kill)
    kill()
  }
}
