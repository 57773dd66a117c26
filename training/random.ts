/** Numbers in [0, 1) that are the same for the same seed. Method: mulberry32. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` of the items, or all, in random order, without repeats. */
export function sample<Item>(items: readonly Item[], count: number, random: () => number): Item[] {
  const copy = [...items]
  const taken = Math.min(count, copy.length)
  for (let at = 0; at < taken; at++) {
    const other = at + Math.floor(random() * (copy.length - at))
    const item = copy[at] as Item
    copy[at] = copy[other] as Item
    copy[other] = item
  }
  return copy.slice(0, taken)
}

/** A number from a text, uniformly distributed. Method: FNV-1a, then the finalizer of MurmurHash3. */
export function spread(text: string): number {
  let hash = 2166136261
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 16777619)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}
