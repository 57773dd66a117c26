// @ts-check
import { spawn } from 'node:child_process'

/** Ctrl-C, TERM or HUP came while a child was running; the child has ended. */
export class Interrupted extends Error {
  /** @param {NodeJS.Signals} signal */
  constructor(signal) {
    super('interrupted')
    this.name = 'Interrupted'
    /** What a shell reports for a process ended by this signal. */
    this.exitCode = 128 + SIGNALS[/** @type {keyof typeof SIGNALS} */ (signal)]
  }
}

/** A child that ended with another code than 0. The message ends with the last lines it printed. */
export class CommandFailed extends Error {
  /** @param {string} what @param {string} output */
  constructor(what, output) {
    super(output === '' ? what : `${what}\n${output}`)
    this.name = 'CommandFailed'
  }
}

const SIGNALS = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }
const SIGNAL_NAMES = /** @type {(keyof typeof SIGNALS)[]} */ (Object.keys(SIGNALS))
/** How long a child may take to end by itself after a signal, unless it is told otherwise: Playwright stops two servers in this time. */
const GRACE_MS = 15_000
/** Of a long output its beginning, where npm says what is wrong, and its end, where everyone else does. */
const FIRST_LINES = 30
const LAST_LINES = 50

/**
 * @typedef {object} RunOptions
 * @property {Record<string, string | undefined>} [env] Besides our own environment; undefined takes a name out.
 * @property {boolean} [show] Its output goes straight to ours, instead of being kept.
 * @property {(line: string) => void} [onLine] Told each line it prints, when not shown.
 * @property {number} [timeoutMs] It is ended after this.
 * @property {number} [graceMs] How long it may take to end by itself.
 * @property {boolean} [sameGroup] Leave it in our process group, for whoever ends that whole.
 *
 * @typedef {{ code: number, output: string }} RunResult
 */

/**
 * Runs a child to its end. It has a process group of its own, so that a Ctrl-C reaches it once, from us, however it was sent;
 * then the promise rejects with `Interrupted` after the child and its children are gone.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<RunResult>}
 */
export function run(command, args, options = {}) {
  const ownGroup = process.platform !== 'win32' && options.sameGroup !== true
  const child = spawn(command, args, {
    // What we keep may be shown anywhere later: no colours in it.
    env: { ...process.env, ...(options.show ? {} : { NO_COLOR: '1', FORCE_COLOR: undefined }), ...options.env },
    stdio: options.show ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'],
    detached: ownGroup,
    // npm is a batch file there.
    shell: process.platform === 'win32',
  })
  /** @param {NodeJS.Signals} signal */
  const send = (signal) => {
    if (child.pid === undefined) return
    try {
      if (ownGroup) process.kill(-child.pid, signal)
      else child.kill(signal)
    } catch {
      // It has already ended.
    }
  }
  const kept = keepLines(child, options.onLine)
  return settled(child, send, options).then((code) => ({ code, output: kept.join('\n') }))
}

/**
 * As `run`, for a child whose failure ends what its caller is doing.
 *
 * @param {string} what
 * @param {string} command
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 */
export async function mustRun(what, command, args, options) {
  const { code, output } = await run(command, args, options)
  if (code !== 0) throw new CommandFailed(`${what} ended with code ${code}`, output)
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {((line: string) => void) | undefined} onLine
 */
function keepLines(child, onLine) {
  /** @type {string[]} */
  const kept = []
  for (const stream of [child.stdout, child.stderr]) {
    let rest = ''
    stream?.setEncoding('utf8')
    /** @param {string} line */
    const take = (line) => {
      kept.push(line)
      if (kept.length > FIRST_LINES + LAST_LINES) kept.splice(FIRST_LINES, 2, '…')
      if (line.trim() !== '') onLine?.(line.trim())
    }
    stream?.on('data', (chunk) => {
      const lines = (rest + chunk).split(/\r?\n|\r/)
      rest = lines.pop() ?? ''
      lines.forEach(take)
    })
    stream?.on('end', () => {
      if (rest !== '') take(rest)
    })
  }
  return kept
}

/**
 * @param {import('node:child_process').ChildProcess} child
 * @param {(signal: NodeJS.Signals) => void} send
 * @param {RunOptions} options
 * @returns {Promise<number>} its exit code; 124 when its time was up, 128 and more when a signal of someone else ended it
 */
function settled(child, send, { timeoutMs, graceMs = GRACE_MS }) {
  return new Promise((resolve, reject) => {
    /** @type {NodeJS.Signals | undefined} */
    let interruptedBy
    let timedOut = false
    /** @type {NodeJS.Timeout[]} */
    const timers = []
    /** @param {NodeJS.Signals} signal */
    const stop = (signal) => {
      send(signal)
      timers.push(setTimeout(() => send('SIGKILL'), graceMs))
    }
    /** @param {NodeJS.Signals} signal */
    const onSignal = (signal) => {
      if (interruptedBy !== undefined) return send('SIGKILL')
      interruptedBy = signal
      stop(signal)
    }
    if (timeoutMs !== undefined) {
      const expire = () => {
        timedOut = true
        stop('SIGTERM')
      }
      timers.push(setTimeout(expire, timeoutMs))
    }
    const release = () => {
      timers.forEach(clearTimeout)
      for (const name of SIGNAL_NAMES) process.off(name, onSignal)
    }
    for (const name of SIGNAL_NAMES) process.on(name, onSignal)
    child.once('error', (error) => {
      release()
      reject(new CommandFailed(`${child.spawnfile} could not be started: ${error.message}`, ''))
    })
    child.once('close', (code, signal) => {
      release()
      // What it left behind in its group goes with it.
      if (interruptedBy !== undefined || timedOut) send('SIGKILL')
      if (interruptedBy !== undefined) return reject(new Interrupted(interruptedBy))
      if (timedOut) return resolve(124)
      resolve(code ?? (signal === null ? 1 : 128 + (SIGNALS[/** @type {keyof typeof SIGNALS} */ (signal)] ?? 9)))
    })
  })
}
