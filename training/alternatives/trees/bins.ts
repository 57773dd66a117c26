/** The most bins of a signal. */
export const BINS = 48

/** Per signal the bin of each row, and the values that the bins end at. */
export function binned(rows: readonly Float64Array[], signals: number): { bins: Uint8Array[]; cuts: Float32Array[] } {
  const bins: Uint8Array[] = []
  const cuts: Float32Array[] = []
  for (let signal = 0; signal < signals; signal++) {
    const sorted = Float64Array.from(rows, (row) => row[signal] as number).sort()
    const own: number[] = []
    for (let cut = 1; cut < BINS; cut++) {
      const at = Math.floor((cut * sorted.length) / BINS)
      const [below, above] = [sorted[at - 1] as number, sorted[at] as number]
      const value = Math.fround((below + above) / 2)
      if (below < above) own.push(value)
    }
    // A rare value of a signal with few is a bin of its own.
    const distinct = [...new Set(sorted)]
    if (distinct.length <= BINS) {
      own.length = 0
      for (let at = 1; at < distinct.length; at++)
        own.push(Math.fround(((distinct[at - 1] as number) + (distinct[at] as number)) / 2))
    }
    const ends = Float32Array.from([...new Set(own)])
    cuts.push(ends)
    bins.push(Uint8Array.from(rows, (row) => binOf(ends, row[signal] as number)))
  }
  return { bins, cuts }
}

function binOf(ends: Float32Array, value: number): number {
  let low = 0
  let high = ends.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (value > (ends[middle] as number)) low = middle + 1
    else high = middle
  }
  return low
}
