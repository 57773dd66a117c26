import { z } from 'zod'

export const Count = z.int().min(0)

/** A count for each of these names. */
export const countsOf = <Name extends string>(names: readonly Name[], whatOf: (name: Name) => string) =>
  z.object(Object.fromEntries(names.map((name) => [name, Count.describe(whatOf(name))])) as Record<Name, typeof Count>)

export const Share = z.number().min(0).max(1)
