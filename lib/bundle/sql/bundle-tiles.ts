import { desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../store/database'
import { bundleManifests, bundleTiles } from './bundle-schema'

export type StoredManifest = typeof bundleManifests.$inferSelect

/** The newest manifest; undefined: none was made yet. */
export async function findNewestManifest(db: Database): Promise<StoredManifest | undefined> {
  const [row] = await db.select().from(bundleManifests).orderBy(desc(bundleManifests.sequence)).limit(1)
  return row
}

/** The bytes of a tile; undefined: there is none of this digest, or it is kept no longer. */
export async function findBundleTile(db: Database, digest: string): Promise<Uint8Array | undefined> {
  const [row] = await db.select({ bytes: bundleTiles.bytes }).from(bundleTiles).where(eq(bundleTiles.digest, digest))
  return row?.bytes
}

/** A tile that is made. */
export interface MadeTile {
  digest: string
  bytes: Uint8Array
}

/** Stores tiles that the next manifest names. */
export async function recordTiles(db: Database, tiles: readonly MadeTile[]): Promise<void> {
  if (tiles.length === 0) return
  await db
    .insert(bundleTiles)
    .values(tiles.map(({ digest, bytes }) => ({ digest, bytes })))
    .onConflictDoUpdate({ target: bundleTiles.digest, set: { unnamedAt: null } })
}

/** Which of these tiles are stored. */
export async function listStoredTiles(db: Database, digests: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ digest: bundleTiles.digest })
    .from(bundleTiles)
    .where(
      sql`${bundleTiles.digest} IN (SELECT value FROM jsonb_array_elements_text(${JSON.stringify(digests)}::jsonb))`,
    )
  return new Set(rows.map(({ digest }) => digest))
}

/** All tiles that are stored. */
export async function listTileDigests(db: Database): Promise<Set<string>> {
  const rows = await db.select({ digest: bundleTiles.digest }).from(bundleTiles)
  return new Set(rows.map(({ digest }) => digest))
}

/**
 * Stores a manifest that names these tiles, in the caller's transaction: all others are unnamed from now on. Throws
 * where one of them is not stored. Deletes tiles that no manifest since `keptFrom` names, and older manifests; answers
 * the digests of the deleted tiles.
 */
export async function recordManifest(
  tx: Database,
  manifest: StoredManifest,
  digests: readonly string[],
  keptFrom: Date,
): Promise<string[]> {
  const named = sql`(SELECT value FROM jsonb_array_elements_text(${JSON.stringify(digests)}::jsonb))`
  const at = manifest.at.toISOString()
  await tx.execute(sql`
    UPDATE bundle_tiles SET unnamed_at = CASE WHEN digest IN ${named} THEN NULL ELSE ${at}::timestamptz END
    WHERE (unnamed_at IS NULL) <> (digest IN ${named})`)
  const there = await listStoredTiles(tx, digests)
  if (there.size !== new Set(digests).size) throw new Error('a manifest names a tile that is not stored')
  await tx.insert(bundleManifests).values(manifest)
  await tx.delete(bundleManifests).where(lt(bundleManifests.at, keptFrom))
  const gone = await tx
    .delete(bundleTiles)
    .where(lt(bundleTiles.unnamedAt, keptFrom))
    .returning({ digest: bundleTiles.digest })
  return gone.map(({ digest }) => digest)
}
