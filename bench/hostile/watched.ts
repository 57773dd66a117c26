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

/** The longest delays of the event loop since an instant, in milliseconds, the longest first. */
export async function loopDelaysSince(log: string, since: number): Promise<number[]> {
  const lines = (await readFile(log, 'utf8')).trim().split('\n')
  return lines
    .map((line) => JSON.parse(line) as { at: number; longestMs: number })
    .filter(({ at }) => at >= since)
    .map(({ longestMs }) => longestMs)
    .sort((a, b) => b - a)
}
