/** A list is read through where that is shorter than looking for each document. */
const READ_THROUGH = 32
const NONE = -1

/**
 * For each of the chosen documents, which ascend, its place in `documents[start .. end]`, which ascends too; -1: it is
 * not there. `slots` has for each document its place among the chosen plus 1, or 0.
 */
export function findPlaces(
  documents: Uint32Array,
  start: number,
  end: number,
  chosen: Uint32Array,
  slots: Int16Array,
  places: Int32Array,
): void {
  places.fill(NONE, 0, chosen.length)
  if (end - start > READ_THROUGH * chosen.length) {
    let from = start
    for (let slot = 0; slot < chosen.length && from < end; slot++) {
      const document = chosen[slot] as number
      from = firstFrom(documents, from, end, document)
      if (from < end && documents[from] === document) places[slot] = from
    }
    return
  }
  for (let at = start; at < end; at++) {
    const slot = slots[documents[at] as number] as number
    if (slot !== 0) places[slot - 1] = at
  }
}

/** The first place from `from` on that holds `document` or a later one, looked for in growing steps; `end`: none. */
export function firstFrom(documents: Uint32Array, from: number, end: number, document: number): number {
  let low = from
  let step = 1
  while (low + step < end && (documents[low + step] as number) < document) {
    low += step
    step *= 2
  }
  let high = Math.min(end, low + step)
  while (low < high) {
    const middle = (low + high) >> 1
    if ((documents[middle] as number) < document) low = middle + 1
    else high = middle
  }
  return low
}
