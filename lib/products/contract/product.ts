import { z } from 'zod'
import { Instant } from '../../contract/instant'
import {
  Grade,
  ProductId,
  Publisher,
  Recommendation,
  Score,
  ServerId,
  ServerTitle,
  Status,
  Verdict,
} from '../../contract/shapes/terms'
import { CONTRADICTIONS, LINK_BASES } from '../rules/product-link'
import { PUBLISHER_REASONS } from '../rules/publisher'

/** Most entries, links and contradictions that an answer lists. */
export const MOST_ENTRIES = 100
export const MOST_LINKS = 200

const Entry = z
  .object({
    serverId: ServerId,
    title: ServerTitle,
    registry: z.string().describe('Where it is listed.'),
    verdict: Verdict,
    status: Status,
    score: Score,
    grade: Grade,
    recommendation: Recommendation,
    tools: z.int().min(0).describe('Tools it lists.'),
    asOf: Instant.nullable().describe('Time of the newest evidence; null when there is none.'),
  })
  .meta({ id: 'ProductEntry', description: 'An entry of a catalog that is the product.' })

const textsOf = (rows: readonly { name: string; sentence: string }[]) =>
  rows.map(({ name, sentence }) => `${name}: ${sentence}`).join(' ')
const namesOf = <Name extends string>(rows: readonly { name: Name }[]) => rows.map(({ name }) => name)

export const ProductAnswer = z
  .object({
    productId: ProductId,
    name: z.string().describe('What it is called, as its leading entry says: data of a catalog.'),
    publisher: Publisher,
    publisherWhy: z.enum(namesOf(PUBLISHER_REASONS)).describe(`What that rests on. ${textsOf(PUBLISHER_REASONS)}`),
    leader: ServerId.describe(
      'The entry that speaks for it: its publisher’s own, and of these one that can be called.',
    ),
    entries: z.int().min(1).describe('How many entries of catalogs it has.'),
    registries: z.array(z.string()).describe('Where it is listed, in alphabetical order.'),
    servers: z
      .array(Entry)
      .describe(`Its entries, the leader first, then by verdict and score; at most ${MOST_ENTRIES}.`),
    links: z
      .array(
        z.object({
          one: ServerId,
          other: ServerId,
          basis: z.enum(namesOf(LINK_BASES)).describe(`On what it rests. ${textsOf(LINK_BASES)}`),
          sure: z
            .number()
            .min(0)
            .max(1)
            .describe('How sure such a link is: share of those graded by hand that were right.'),
        }),
      )
      .describe(`Why these entries are one product, the surest first; at most ${MOST_LINKS}. Empty: it has one entry.`),
    contradictions: z
      .array(
        z.object({
          one: ServerId,
          other: ServerId.describe('Mostly an entry of another product.'),
          code: z.enum(namesOf(CONTRADICTIONS)).describe(textsOf(CONTRADICTIONS)),
        }),
      )
      .describe(`What catalogs state of these entries and contradict themselves in; at most ${MOST_LINKS}.`),
    copyOf: ProductId.nullable().describe('The product that it is a fork or a copy of; null: of none known.'),
    lookAlikeOf: ProductId.nullable().describe(
      'The product whose name it spells with letters of another script that look alike; null: none.',
    ),
    resolvedAt: Instant.describe('When what is said here of its entries last changed.'),
  })
  .meta({ id: 'ProductAnswer' })
