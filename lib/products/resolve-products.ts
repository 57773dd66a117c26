import { createHash } from 'node:crypto'
import { chunksOf } from 'assay-verify/chunks'
import { withLease } from '../jobs/with-lease'
import type { Database } from '../store/database'
import { rankFirstChecks } from '../store/evidence/first-checks'
import type { Corrections } from './rules/corrections'
import type { ListedServer } from './rules/identity'
import { productIds } from './rules/product-ids'
import { nameKeysOf } from './rules/product-names'
import { type Product, resolveEntries } from './rules/products'
import { pagesOfEntries, readCatalogState, type StoredEntry } from './sql/listed-servers'
import { listGivenIds, readResolution } from './sql/products'
import {
  type ChangedEntry,
  completeResolution,
  type ProductRow,
  type Resolution,
  recordProducts,
} from './sql/record-products'

/** Changes when the rules would join other entries: every product is then resolved anew. */
const RULES = 2
/** Changed entries wait this long after a resolution, new ones do not: a sync changes some in every minute. */
const LASTS_AT_LEAST_MS = 600_000
/** What a handshake shows of a server is read at least so often, whether or not its entry changed. */
const LASTS_MS = 3_600_000
/** Entries whose first checks are ranked in one statement. */
const RANKED_AT_ONCE = 200

/** Resolves the products of these entries: in a thread, or here where a host has none. */
export type ProductResolver = (
  pages: AsyncIterable<readonly ListedServer[]>,
  corrections: Corrections,
) => Promise<{ products: readonly Product[]; unknown: readonly string[] }>

/** For hosts without worker threads. */
export const resolveHere: ProductResolver = async (pages, corrections) => {
  const entries: ListedServer[] = []
  for await (const page of pages) entries.push(...page)
  return resolveEntries(entries, corrections)
}

export interface ProductJob {
  db: Database
  corrections: Corrections
  resolve: ProductResolver
  clock: () => Date
  signal: AbortSignal
  log(line: string): void
}

/** `changed`: entries whose product or publisher is another than before. */
export interface ProductReport {
  entries: number
  products: number
  changed: number
}

/** Resolves the products of the whole catalog where that is due; null: it is not. */
export async function resolveProducts(job: ProductJob): Promise<ProductReport | null> {
  if ((await dueResolution(job)) === null) return null
  const report = await withLease(job.db, job.clock, 'products', async () => {
    const due = await dueResolution(job)
    return due === null ? null : resolveAll(job, due)
  })
  return report ?? null
}

/** What is to be resolved now; null: nothing changed, or the last resolution was a moment ago. */
async function dueResolution({ db, corrections, clock }: ProductJob): Promise<Omit<Resolution, 'unknownIds'> | null> {
  const [before, { unresolved, ...catalog }] = [await readResolution(db), await readCatalogState(db)]
  const rules = `${RULES} ${createHash('sha256').update(JSON.stringify(corrections)).digest('base64url')}`
  const at = clock()
  const due = { ...catalog, rules, at }
  if (before === undefined || before.rules !== rules || unresolved > 0) return due
  const isSame = before.newestMs === catalog.newestMs && before.entries === catalog.entries
  const age = Math.abs(at.getTime() - before.at.getTime())
  return age < (isSame ? LASTS_MS : LASTS_AT_LEAST_MS) ? null : due
}

type KnownEntry = Omit<StoredEntry, 'listed'> & Pick<ListedServer, 'title' | 'packages'>

async function resolveAll(
  { db, corrections, resolve, signal, log }: ProductJob,
  due: Omit<Resolution, 'unknownIds'>,
): Promise<ProductReport> {
  const before = new Map<string, KnownEntry>()
  const pages = async function* () {
    for await (const page of pagesOfEntries(db)) {
      signal.throwIfAborted()
      for (const { listed, ...entry } of page)
        before.set(listed.id, { ...entry, title: listed.title, packages: listed.packages })
      yield page.map(({ listed }) => listed)
    }
  }
  const { products, unknown } = await resolve(pages(), corrections)
  const given = await listGivenIds(db)
  const { ids, moves } = productIds(products, (id) => before.get(id)?.productId ?? undefined, [
    ...given.products,
    ...given.former,
  ])
  const changed = changedEntries(products, ids, before)
  await recordProducts(db, productRows(products, ids, before, due.at), changed)
  for (const chunk of chunksOf(changed, RANKED_AT_ONCE))
    await rankFirstChecks(
      db,
      chunk.map(({ key }) => key),
      due.at,
    )
  const live = new Set(ids)
  const gone = given.products.filter((id) => !live.has(id))
  await completeResolution(db, moves, gone, { ...due, unknownIds: unknown })
  if (unknown.length > 0) log(`PRODUCTS_FILE names ids that no entry has: ${unknown.slice(0, 10).join(', ')}.`)
  return { entries: before.size, products: products.length, changed: changed.length }
}

function changedEntries(
  products: readonly Product[],
  ids: readonly string[],
  before: ReadonlyMap<string, KnownEntry>,
): ChangedEntry[] {
  return products.flatMap(({ servers, publisher: { name, state } }, at) =>
    servers.flatMap((id): ChangedEntry[] => {
      const [entry, productId] = [before.get(id), ids[at]]
      if (entry === undefined || productId === undefined) return []
      const isSame = entry.productId === productId && entry.publisher === name && entry.publisherState === state
      return isSame ? [] : [{ key: entry.key, productId, name, state }]
    }),
  )
}

function productRows(
  products: readonly Product[],
  ids: readonly string[],
  entries: ReadonlyMap<string, KnownEntry>,
  at: Date,
): ProductRow[] {
  const idOf = new Map(products.map(({ leader }, index) => [leader, ids[index] ?? null]))
  const productOf = (leader: string | null) => (leader === null ? null : (idOf.get(leader) ?? null))
  return products.map(({ name, leader, servers, publisher, links, contradictions, copyOf, lookAlikeOf }, index) => {
    const row = {
      ...{ name, leader, entries: servers.length, links, contradictions },
      ...{ publisher: publisher.name, publisherState: publisher.state, publisherWhy: publisher.why },
      ...{ copyOf: productOf(copyOf), lookAlikeOf: productOf(lookAlikeOf) },
      nameKeys: nameKeysOf(
        { name, publisher },
        servers.flatMap((id) => {
          const entry = entries.get(id)
          return entry === undefined ? [] : [{ id, title: entry.title, packages: entry.packages }]
        }),
      ),
    }
    const digest = createHash('sha256').update(JSON.stringify(row)).digest('base64url')
    return { id: ids[index] ?? '', ...row, digest, changedAt: at }
  })
}
