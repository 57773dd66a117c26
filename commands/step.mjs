// @ts-check

const NOTE_EVERY_MS = 10_000
const NAME_WIDTH = 10

/**
 * @typedef {(note: string) => void} Progress
 * @typedef {object} Printer
 * @property {(line: string) => void} log
 * @property {<T>(name: string, work: (progress: Progress) => Promise<T>, isGood?: (result: T) => boolean) =>
 * Promise<T>} step
 */

/**
 * Prints one line a step with its duration and last note, and while it runs its latest note every ten seconds.
 *
 * @param {(line: string) => void} [log]
 * @returns {Printer}
 */
export function createPrinter(log = console.log) {
  return {
    log,
    async step(name, work, isGood = () => true) {
      const startedAt = performance.now()
      let note = ''
      let outcome = '✗'
      const print = (/** @type {string} */ sign) => {
        const seconds = `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
        log(`${sign} ${name.padEnd(NAME_WIDTH)} ${seconds.padStart(8)}  ${note}`.trimEnd())
      }
      const timer = setInterval(() => note !== '' && print('…'), NOTE_EVERY_MS)
      try {
        const result = await work((text) => {
          note = text
        })
        if (isGood(result)) outcome = '✓'
        return result
      } finally {
        clearInterval(timer)
        print(outcome)
      }
    },
  }
}
