import { chunksOf } from 'assay-verify/chunks'
import { inArray, ne, sql } from 'drizzle-orm'
import type { Publisher } from '../../core/catalog/publisher'
import type { Database } from '../../store/database'
import { excludedColumns } from '../../store/excluded-columns'
import { productMoves, productNames, productResolution, products } from './products-schema'

export type ProductRow = typeof products.$inferInsert & {
  /** Keys of the names that it is found by. */
  nameKeys: readonly string[]
}
export type Resolution = Omit<typeof productResolution.$inferInsert, 'id'>

/** An entry whose product or publisher changed. */
export interface ChangedEntry extends Publisher {
  key: number
  productId: string
}

const CHANGING = [
  ...(['name', 'leader', 'publisher', 'publisherState', 'publisherWhy', 'entries', 'links', 'contradictions'] as const),
  ...(['copyOf', 'lookAlikeOf', 'digest', 'changedAt'] as const),
]

/** Rows of a statement: short enough for the embedded database's one connection. */
const AT_ONCE = 200

/** Writes what changed of products, then of their entries. A run that is killed is completed by the next. */
export async function recordProducts(
  db: Database,
  rows: readonly ProductRow[],
  entries: readonly ChangedEntry[],
): Promise<void> {
  for (const chunk of chunksOf(rows, AT_ONCE))
    await db.transaction(async (tx) => {
      const changed = await tx
        .insert(products)
        .values(chunk.map(({ nameKeys: _apart, ...row }) => row))
        .onConflictDoUpdate({
          target: products.id,
          set: excludedColumns(products, CHANGING),
          setWhere: ne(products.digest, sql`excluded.digest`),
        })
        .returning({ id: products.id })
      await recordNames(tx, new Set(changed.map(({ id }) => id)), chunk)
    })
  for (const chunk of chunksOf(entries, AT_ONCE))
    await db.execute(sql`
      UPDATE servers SET product_id = given."productId", publisher = given.name, publisher_state = given.state
      FROM jsonb_to_recordset(${JSON.stringify(chunk)}::jsonb)
        AS given(key integer, "productId" text, name text, state publisher_state)
      WHERE servers.key = given.key`)
}

async function recordNames(tx: Database, changed: ReadonlySet<string>, rows: readonly ProductRow[]): Promise<void> {
  if (changed.size === 0) return
  await tx.delete(productNames).where(inArray(productNames.productId, [...changed]))
  const names = rows
    .filter(({ id }) => changed.has(id))
    .flatMap(({ id, nameKeys }) => nameKeys.map((key) => ({ key, productId: id })))
  for (const chunk of chunksOf(names, AT_ONCE))
    await tx
      .insert(productNames)
      .values([...chunk])
      .onConflictDoNothing()
}

/** Ends a resolution: former ids lead to the products that have their entries, and products without entries go. */
export async function completeResolution(
  db: Database,
  moves: ReadonlyMap<string, string>,
  gone: readonly string[],
  resolution: Resolution,
): Promise<void> {
  await db.transaction(async (tx) => {
    for (const chunk of chunksOf([...moves], AT_ONCE)) {
      const rows = chunk.map(([formerId, productId]) => ({ formerId, productId }))
      await tx
        .insert(productMoves)
        .values(rows)
        .onConflictDoUpdate({ target: productMoves.formerId, set: excludedColumns(productMoves, ['productId']) })
      // What led to an id that moved now, leads on.
      await tx.execute(sql`
        UPDATE product_moves SET product_id = given."productId"
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS given("formerId" text, "productId" text)
        WHERE product_moves.product_id = given."formerId"`)
    }
    for (const chunk of chunksOf(gone, AT_ONCE)) {
      await tx.delete(products).where(inArray(products.id, [...chunk]))
      await tx.delete(productNames).where(inArray(productNames.productId, [...chunk]))
      await tx.delete(productMoves).where(inArray(productMoves.productId, [...chunk]))
    }
    await tx
      .insert(productResolution)
      .values({ id: 1, ...resolution })
      .onConflictDoUpdate({
        target: productResolution.id,
        set: excludedColumns(productResolution, ['newestMs', 'entries', 'rules', 'unknownIds', 'at']),
      })
  })
}
