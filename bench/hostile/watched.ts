import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { median } from '../bench'

const SAMPLE_EVERY_MS = 50
/** The last samples, of some ten seconds, in which an idle service has settled. */
const SETTLED_SAMPLES = 200

/** Samples the resident memory of a process (Linux) until stopped. */
export function watchMemory(pid: number): { stop(): { peakMB: number; settledMB: number } } {
  const samples: number[] = []
  const timer = setInterval(() => {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    if (kilobytes !== undefined) samples.push((Number(kilobytes) * 1024) / 1e6)
  }, SAMPLE_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return { peakMB: samples.reduce((a, b) => Math.max(a, b), 0), settledMB: median(samples.slice(-SETTLED_SAMPLES)) }
    },
  }
}

/**
 * A delay of the event loop, and the time in it in which the main thread ran, and in which it waited for a processor
 * that something else used. In milliseconds.
 */
export interface LoopDelay {
  longMs: number
  ranMs: number
  waitedMs: number
}

/** The delays of the event loop since an instant that were long. */
export async function loopDelaysSince(log: string, since: number): Promise<LoopDelay[]> {
  const lines = (await readFile(log, 'utf8')).split('\n').filter((line) => line !== '')
  return lines
    .map((line) => JSON.parse(line) as LoopDelay & { at: number })
    .filter(({ at, longMs }) => at - longMs >= since)
}

/** The longest first. */
export function longest(values: readonly number[]): number[] {
  return values.toSorted((a, b) => b - a).slice(0, LONGEST_SHOWN)
}

const LONGEST_SHOWN = 5
