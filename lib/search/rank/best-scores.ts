export function allOf(count: number, hidden: Uint8Array | null): number[] {
  const all: number[] = []
  for (let ordinal = 0; ordinal < count; ordinal++) if (hidden === null || hidden[ordinal] === 0) all.push(ordinal)
  return all
}

/**
 * The positions of the highest scores above 0, at most `most`, in no order: a heap of the best so far, its least on
 * top.
 */
export function best(scores: Float32Array, hidden: Uint8Array | null, most: number): number[] {
  const heap: number[] = []
  let least = 0
  for (let ordinal = 0; ordinal < scores.length; ordinal++) {
    const score = scores[ordinal] as number
    if (score <= least || (hidden !== null && hidden[ordinal] === 1)) continue
    if (heap.length < most) {
      heap.push(ordinal)
      if (heap.length === most) {
        for (let at = (most >> 1) - 1; at >= 0; at--) sift(heap, scores, at)
        least = scores[heap[0] as number] as number
      }
    } else {
      heap[0] = ordinal
      sift(heap, scores, 0)
      least = scores[heap[0] as number] as number
    }
  }
  return heap
}

function sift(heap: number[], scores: Float32Array, from: number): void {
  let at = from
  const moved = heap[at] as number
  const score = scores[moved] as number
  for (;;) {
    let child = 2 * at + 1
    if (child >= heap.length) break
    const right = child + 1
    if (right < heap.length && (scores[heap[right] as number] as number) < (scores[heap[child] as number] as number))
      child = right
    if ((scores[heap[child] as number] as number) >= score) break
    heap[at] = heap[child] as number
    at = child
  }
  heap[at] = moved
}
