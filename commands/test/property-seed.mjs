// @ts-check

/**
 * With a fixed seed every run of the tests checks the same cases, so that failures repeat. New seeds are for
 * `bench/properties/properties.ts`.
 */
export const FIXED_SEED = 20_261_122

/** The environment variable that sets another seed, for the bench and to repeat one of its failures. */
export const SEED_VARIABLE = 'PROPERTY_SEED'

/**
 * The seed of every property test.
 *
 * @param {Readonly<Record<string, string | undefined>>} environment
 */
export function propertySeed(environment) {
  const given = environment[SEED_VARIABLE]
  if (given === undefined || given === '') return FIXED_SEED
  const seed = Number(given)
  // fast-check truncates anything else to 32 bits and would report another seed than the one given.
  if (!/^-?\d+$/.test(given) || (seed | 0) !== seed)
    throw new Error(`${SEED_VARIABLE} must be a whole number of 32 bits, signed`)
  return seed
}
