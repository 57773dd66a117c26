import { z } from 'zod'
import { ProductId, Publisher, ServerId } from './terms'

/** What a text wants of the product that it names. */
const NAME_INTENTS = ['name', 'status', 'install', 'alternatives'] as const
export type NameIntent = (typeof NAME_INTENTS)[number]

/** How sure it is which product a name means. */
const NAME_MATCHES = ['own', 'only', 'several', 'none'] as const

/** Most further products of a name, and most products of similar names, that an answer lists. */
export const MOST_ALSO_NAMED = 20
export const MOST_NEAREST = 5

export const ProductOfName = z
  .object({
    productId: ProductId,
    name: z.string().describe('What it is called: data of a catalog.'),
    publisher: Publisher,
    leader: ServerId.describe('The entry of a catalog that speaks for it.'),
    lookAlike: z
      .boolean()
      .describe('It spells the name of another product with letters of another script that look alike.'),
  })
  .meta({ id: 'ProductOfName', description: 'A product that is found by a name.' })
export type ProductOfName = z.infer<typeof ProductOfName>

export const NamedProduct = z
  .object({
    intent: z
      .enum(NAME_INTENTS)
      .describe(
        'What the text asks of it. name: nothing but the name. status: whether it works (`is X down?`). install: how to add it (`install X`). alternatives: what to use instead (`X alternatives`).',
      ),
    name: z.string().describe('The name as the text has it, without the words around it.'),
    match: z
      .enum(NAME_MATCHES)
      .describe(
        'own: a verified publisher calls its own product so. only: one product has this name. several: products of different makers have it, and of none is it known to be the one meant. none: no product of the catalog has it; results are of other products.',
      ),
    meant: ProductOfName.nullable().describe('The product that is meant; null where `match` is several or none.'),
    alsoNamed: z
      .array(ProductOfName)
      .max(MOST_ALSO_NAMED)
      .describe('Other products of this name, of verified publishers first.'),
    alsoNamedCount: z.int().min(0).describe('How many there are.'),
    nearest: z
      .array(ProductOfName.extend({ near: z.string().describe('In what the name differs, in words.') }))
      .max(MOST_NEAREST)
      .describe('Where `match` is none: products of similar names. None of them is the one asked for.'),
  })
  .meta({ id: 'NamedProduct', description: 'The product that a text names, and what it asks of it.' })
export type NamedProduct = z.infer<typeof NamedProduct>

export const CompactNamedProduct = NamedProduct.pick({ intent: true, name: true, match: true }).extend(
  NamedProduct.pick({ meant: true }).partial().shape,
)
export type CompactNamedProduct = z.infer<typeof CompactNamedProduct>
