// @ts-check
import { spawn } from 'node:child_process'
import { constants } from 'node:os'

const STOP_SIGNALS = /** @type {const} */ (['SIGHUP', 'SIGINT', 'SIGTERM'])
/** The exit code of coreutils' `timeout`. */
const TIMED_OUT = 124
/** How long a child may take to end after a signal: Playwright stops two servers in this time. */
const GRACE_MS = 15_000

/** This process got a signal while a child was running. The child has ended. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super('interrupted')
    this.exitCode = 128 + constants.signals[signal]
  }
}

/** A child ended with another code than 0, or could not be started. The message has its output. */
export class CommandFailed extends Error {}

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] added to this environment; undefined removes a name
 * @property {boolean} [show] its output goes to the terminal instead of being collected
 * @property {(line: string) => void} [onLine] gets the newest line of output, unless shown
 * @property {(pid: number) => void} [onStart]
 * @property {number} [timeoutMs] after this the child is ended
 * @property {number} [graceMs] how long the child may take to end after a signal
 * @property {boolean} [sameGroup] leaves it in this process group, for a caller that is itself ended as a group
 */

/**
 * Runs a child to its end, in a process group of its own, so that a signal or a timeout ends everything it started.
 * After a signal to this process the promise rejects with `Interrupted` once the child has ended.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>}
 */
export function run(command, args, { env, show, onLine, onStart, timeoutMs, graceMs = GRACE_MS, sameGroup } = {}) {
  const child = spawn(command, args, {
    env: { ...process.env, ...(show ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }), ...env },
    stdio: show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: !sameGroup,
  })
  /** @param {NodeJS.Signals} signal */
  const send = (signal) => {
    try {
      if (sameGroup) child.kill(signal)
      else if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // The group has ended.
    }
  }
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
      onLine?.(
        chunk
          .trim()
          .split(/[\r\n]/)
          .at(-1),
      )
    })

  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Signals | 'timeout' | undefined} */
    let stoppedBy
    /** @type {(NodeJS.Timeout | undefined)[]} */
    const timers = []
    /** @param {NodeJS.Signals | 'timeout'} reason */
    const stop = (reason) => {
      // A second signal ends the child at once.
      if (stoppedBy !== undefined) return send('SIGKILL')
      stoppedBy = reason
      send(reason === 'timeout' ? 'SIGTERM' : reason)
      timers.push(setTimeout(send, graceMs, 'SIGKILL'))
    }
    if (timeoutMs !== undefined) timers.push(setTimeout(stop, timeoutMs, 'timeout'))
    for (const signal of STOP_SIGNALS) process.on(signal, stop)
    const release = () => {
      timers.forEach(clearTimeout)
      for (const signal of STOP_SIGNALS) process.off(signal, stop)
    }
    child.once('spawn', () => onStart?.(child.pid ?? 0))
    child.once('error', (error) => {
      release()
      reject(new CommandFailed(`${command} could not be started: ${error.message}`))
    })
    // Ends what the child left running in its group.
    child.once('exit', () => sameGroup || send('SIGKILL'))
    child.once('close', (code, signal) => {
      release()
      if (stoppedBy === 'timeout') resolve({ code: TIMED_OUT, output })
      else if (stoppedBy !== undefined) reject(new Interrupted(stoppedBy))
      else resolve({ code: code ?? 128 + constants.signals[signal ?? 'SIGKILL'], output })
    })
  })
}

/**
 * As `run`, but rejects with `CommandFailed` where the child fails.
 *
 * @param {string} what
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function mustRun(what, command, args, options) {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new CommandFailed(`${what} ended with code ${code}\n${output}`.trimEnd())
}
