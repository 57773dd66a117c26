import { createHash } from 'node:crypto'

/**
 * Numbers from 0 to 1 that depend on the seed and what they are for alone, so that the same seed always makes the same
 * world.
 */
export type Chance = (...purpose: readonly (string | number)[]) => number

const HASH_BYTES = 6

export function seededChance(seed: number): Chance {
  return (...purpose) => {
    const digest = createHash('sha1')
      .update(`${seed} ${purpose.join(' ')}`)
      .digest()
    return digest.readUIntBE(0, HASH_BYTES) / 2 ** (8 * HASH_BYTES)
  }
}

/** A sample of a logarithmic normal distribution with this median, by the method of Box and Muller (1958). */
export function sampleAround(median: number, spread: number, one: number, other: number): number {
  const normal = Math.sqrt(-2 * Math.log(Math.max(one, Number.MIN_VALUE))) * Math.cos(2 * Math.PI * other)
  return median * Math.exp(spread * normal)
}
