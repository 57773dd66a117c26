import { readFileSync } from 'node:fs'
import { BenchCannotRun } from '../bench'

/** A real service as it was seen: its state from the first sample to the last, held between them. */
export interface UptimeSeries {
  series: string
  source: string
  /** Whether it was up from `at` (epoch milliseconds) on; in order of time, each instant once. */
  samples: { at: number; up: boolean; latencyMs: number | null }[]
}

/** Reads a file of series, one JSON object a line. Throws `BenchCannotRun` where there is none. */
export function readUptimeSeries(file: string): UptimeSeries[] {
  if (file === '') throw new BenchCannotRun('--series FILE is needed: one series a line')
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { series, source, samples } = JSON.parse(line) as {
        series: string
        source: string
        samples: [number, boolean | number, number | null, number | null][]
      }
      const inOrder = [...samples].sort((a, b) => a[0] - b[0])
      const last = new Map(inOrder.map(([at, up, latencyMs]) => [at, { at: at * 1000, up: Boolean(up), latencyMs }]))
      return { series, source, samples: [...last.values()] }
    })
}
