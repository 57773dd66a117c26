// @ts-check

/** A line of dots or notes this often, where a line cannot be rewritten (a log file, a CI). */
const NOTE_EVERY_MS = 10_000
const REDRAW_EVERY_MS = 200
const NAME_WIDTH = 10

/**
 * @typedef {(note: string) => void} Progress
 * @typedef {object} Printer
 * @property {(line: string) => void} log
 * @property {<T>(name: string, work: (progress: Progress) => Promise<T>) => Promise<T>} step
 */

/**
 * Prints what is going on: one line a step with how long it took and its last note. While a step runs its line is redrawn on a
 * terminal; elsewhere a line appears every ten seconds.
 *
 * @param {Pick<NodeJS.WriteStream, 'isTTY' | 'columns' | 'write'>} [out]
 * @returns {Printer}
 */
export function createPrinter(out = process.stdout) {
  /** @type {string | undefined} */
  let live
  const clear = () => {
    if (live !== undefined) out.write('\r\u001b[2K')
  }
  /** @param {string} line */
  const log = (line) => {
    clear()
    out.write(`${line}\n`)
    if (live !== undefined) out.write(live)
  }
  /** @param {string | undefined} line */
  const setLive = (line) => {
    clear()
    live = line?.slice(0, (out.columns || 80) - 1)
    if (live !== undefined) out.write(live)
  }

  return {
    log,
    async step(name, work) {
      const startedAt = performance.now()
      let note = ''
      const draw = () => {
        const line = stepLine(name, performance.now() - startedAt, note)
        if (out.isTTY) setLive(`  ${line}`)
        else log(`  ${line} …`)
      }
      const timer = setInterval(draw, out.isTTY ? REDRAW_EVERY_MS : NOTE_EVERY_MS)
      let done = false
      try {
        const result = await work((text) => {
          note = text
        })
        done = true
        return result
      } finally {
        clearInterval(timer)
        setLive(undefined)
        // What failed is said at length by whoever catches it.
        log(`${done ? '✓' : '✗'} ${stepLine(name, performance.now() - startedAt, done ? note : '')}`)
      }
    },
  }
}

/**
 * @param {string} name
 * @param {number} elapsedMs
 * @param {string} note
 */
function stepLine(name, elapsedMs, note) {
  return `${name.padEnd(NAME_WIDTH)} ${`${(elapsedMs / 1000).toFixed(1)} s`.padStart(8)}  ${note}`.trimEnd()
}
