import { inArray, sql } from 'drizzle-orm'
import { type SignIn, withSignIn } from '../../core/access/sign-in'
import type { Database } from '../database'
import { signIns } from './access-schema'

/** The sign-ins of these servers by endpoint, the newest first; servers without one are left out. */
export async function listSignIns(db: Database, serverKeys: readonly number[]): Promise<Map<number, SignIn[]>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await db
    .select()
    .from(signIns)
    .where(inArray(signIns.serverKey, [...serverKeys]))
  return new Map(rows.map((row) => [row.serverKey, row.signIns]))
}

/** Adds readings to what is known of their servers, which the caller has locked. */
export async function recordSignIns(
  tx: Database,
  readings: readonly { serverKey: number; signIn: SignIn }[],
): Promise<void> {
  if (readings.length === 0) return
  const known = await listSignIns(
    tx,
    readings.map(({ serverKey }) => serverKey),
  )
  for (const { serverKey, signIn } of readings) known.set(serverKey, withSignIn(known.get(serverKey) ?? [], signIn))
  await tx
    .insert(signIns)
    .values([...known].map(([serverKey, entries]) => ({ serverKey, signIns: entries })))
    .onConflictDoUpdate({ target: signIns.serverKey, set: { signIns: sql`excluded.sign_ins` } })
}
