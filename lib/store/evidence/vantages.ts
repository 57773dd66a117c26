import { and, gt, inArray, ne, sql } from 'drizzle-orm'
import { ACTIVE_VANTAGE_MS } from '../../core/evidence/vantages'
import type { Database } from '../database'
import { vantages } from './evidence-schema'

/** Notes that this vantage is probing now. */
export async function recordVantage(db: Database, name: string, now: Date): Promise<void> {
  await vantageKeys(db, [name])
  await db.update(vantages).set({ activeAt: now }).where(sql`${vantages.name} = ${name}`)
}

/** Names of the vantages that probe now. */
export async function listActiveVantages(db: Database, now: Date): Promise<string[]> {
  return listOtherVantages(db, '', now)
}

/** Names of the other active vantages. */
export async function listOtherVantages(db: Database, name: string, now: Date): Promise<string[]> {
  const rows = await db
    .select({ name: vantages.name })
    .from(vantages)
    .where(and(ne(vantages.name, name), gt(vantages.activeAt, new Date(now.getTime() - ACTIVE_VANTAGE_MS))))
    .orderBy(vantages.name)
  return rows.map((row) => row.name)
}

/** The narrow keys that observations store for these names; new names get one. */
export async function vantageKeys(tx: Database, names: string[]): Promise<Map<string, number>> {
  const find = async () =>
    new Map((await tx.select().from(vantages).where(inArray(vantages.name, names))).map((row) => [row.name, row.key]))
  const known = await find()
  const missing = names.filter((name) => !known.has(name))
  if (missing.length === 0) return known
  // Inserts only the missing names: an insert that conflicts uses up a number of the narrow key too.
  await tx
    .insert(vantages)
    .values(missing.map((name) => ({ name })))
    .onConflictDoNothing()
  return find()
}
