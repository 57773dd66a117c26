import type { EntryProduct, ProductDirectory, Products } from '../api/product-directory'
import type { Database } from '../store/database'
import { findAskedProduct, findNearProducts } from './product-finder'
import { listNameKeys } from './sql/product-names'
import { listEntryProducts, readResolution } from './sql/products'

/** Checked for a new resolution after this time, while reads go on with the one in memory. */
const CHECK_AFTER_MS = 10_000

/**
 * Keeps in memory of which product each entry is, and the names that products have, some 150 bytes an entry; read again
 * when products were resolved anew.
 * While the database cannot be read, the last read stays. `monotonicMs` measures ages.
 */
export function openProductDirectory(
  db: Database,
  log: (line: string, cause: unknown) => void,
  monotonicMs: () => number = () => performance.now(),
): ProductDirectory {
  let held: { products: Products; names: ReadonlySet<string>; at: number | undefined } | undefined
  let checkedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<Products> | undefined
  const read = async () => {
    const at = (await readResolution(db))?.at.getTime()
    if (held === undefined || held.at !== at)
      held = { products: await readProducts(db), names: new Set(await listNameKeys(db)), at }
    return held.products
  }
  const readOnce = () => {
    checkedAt = monotonicMs()
    reading ??= read().finally(() => {
      reading = undefined
    })
    return reading
  }
  return {
    current: () => {
      if (held === undefined) return readOnce()
      if (monotonicMs() - checkedAt >= CHECK_AFTER_MS)
        readOnce().catch((cause) => log('Products cannot be read again; those in memory stay.', cause))
      return held.products
    },
    asked: (text) => findAskedProduct(db, text, (key) => held?.names.has(key) ?? true),
    nearest: (name, limit) => findNearProducts(db, name, limit),
  }
}

/** Entries of one product share its object. */
async function readProducts(db: Database): Promise<Products> {
  const shared = new Map<string, EntryProduct>()
  const byKey = new Map<number, EntryProduct>()
  for (const { key, productId, publisher, publisherState } of await listEntryProducts(db)) {
    if (productId === null) continue
    const product = shared.get(productId) ?? {
      productId,
      publisher: { name: publisher, state: publisherState ?? 'unknown' },
    }
    shared.set(productId, product)
    byKey.set(key, product)
  }
  return { of: (serverKey) => byKey.get(serverKey) ?? null }
}
