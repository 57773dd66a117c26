import { readJsonLines } from '../bench'

/** What a monitor recorded of a real service. The state of a sample lasts until the next. */
export interface UptimeSeries {
  series: string
  source: string
  /** Whether it was up from `at` (milliseconds since 1970) on; in order of time, each instant once. */
  samples: { at: number; up: boolean; latencyMs: number | null }[]
}

interface SeriesLine {
  series: string
  source: string
  /** Of each sample the seconds since 1970, whether it was up, and the latency. */
  samples: [number, boolean | number, number | null, number | null][]
}

/** Reads a file of series, one JSON object a line. Throws `BenchCannotRun` where there is none. */
export function readUptimeSeries(file: string): UptimeSeries[] {
  return readJsonLines<SeriesLine>(file).map(({ series, source, samples }) => {
    const inOrder = [...samples].sort((a, b) => a[0] - b[0])
    const last = new Map(inOrder.map(([at, up, latencyMs]) => [at, { at: at * 1000, up: Boolean(up), latencyMs }]))
    return { series, source, samples: [...last.values()] }
  })
}
