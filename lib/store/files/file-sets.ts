import { and, eq, sql } from 'drizzle-orm'
import { type Database, rowsOf } from '../database'
import { holdsLease, type Lease } from '../leases'
import { publishedFiles, type StoredFile } from './files-schema'

/** Files of one content, as the database names them. */
export interface FileSet {
  name: string
  version: string
  format: number
  files: Readonly<Record<string, StoredFile>>
}

/** A set that is complete; `ageMs`: since it was published, or last confirmed, by the database's clock. */
export interface PublishedSet extends FileSet {
  ageMs: number
}

/** Files stay for so long after they were replaced. All times are the database's. */
const KEPT = sql`interval '1 hour'`
/** Advisory lock of the two statements that must not miss each other; an arbitrary number. */
const FILES_LOCK = 4_151_548

/** The current set of a name, or that of a version; undefined: none is complete. */
export async function findSet(db: Database, name: string, version?: string): Promise<PublishedSet | undefined> {
  const { publishedAt, unnamedAt } = publishedFiles
  const isWanted = version === undefined ? sql`${unnamedAt} IS NULL` : eq(publishedFiles.version, version)
  const [row] = await db
    .select({
      ...{ name: publishedFiles.name, version: publishedFiles.version, format: publishedFiles.format },
      files: publishedFiles.files,
      ageMs: sql<number>`(extract(epoch FROM clock_timestamp() - ${publishedAt}) * 1000)::float8`,
    })
    .from(publishedFiles)
    .where(and(eq(publishedFiles.name, name), isWanted, sql`${publishedAt} IS NOT NULL`))
  return row
}

/**
 * Notes that the files of a set are being written. False: one of them is being removed at this moment, and must not be
 * written before that has ended.
 */
export function beginSet(db: Database, { name, version, format, files }: FileSet): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${FILES_LOCK})`)
    const going = await digestsOf(tx, sql`published_at IS NULL AND unnamed_at < now() - ${KEPT}`)
    if (Object.values(files).some(({ digests }) => digests.some((digest) => going.has(digest)))) return false
    const row = { format, files, publishedAt: null, unnamedAt: sql`now()` }
    await tx
      .insert(publishedFiles)
      .values({ name, version, ...row })
      .onConflictDoUpdate({ target: [publishedFiles.name, publishedFiles.version], set: row })
    return true
  })
}

/**
 * Makes a set whose files are written the current one, or confirms that it is. False: another holder has the lease, and
 * nothing changed.
 */
export function nameSet(db: Database, lease: Lease, { name, version }: Pick<FileSet, 'name' | 'version'>) {
  return db.transaction(async (tx) => {
    if (!(await holdsLease(tx, lease))) return false
    await tx.execute(sql`
      UPDATE published_files SET unnamed_at = now()
      WHERE name = ${name} AND version <> ${version} AND unnamed_at IS NULL`)
    const named = await rowsOf(
      tx,
      sql`UPDATE published_files SET published_at = now(), unnamed_at = NULL
        WHERE name = ${name} AND version = ${version} AND (unnamed_at IS NULL OR unnamed_at >= now() - ${KEPT})
        RETURNING name`,
    )
    if (named.length === 0) throw new Error(`the files of ${name} were not written within an hour`)
    return true
  })
}

/** Sets that are to be removed, as `beginSet` sees from now on, and the digests that no other set has. */
export function beginRemoval(db: Database): Promise<{ sets: Pick<FileSet, 'name' | 'version'>[]; digests: string[] }> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${FILES_LOCK})`)
    const isGoing = sql`unnamed_at < now() - ${KEPT}`
    const sets = await rowsOf<Pick<FileSet, 'name' | 'version'>>(
      tx,
      sql`UPDATE published_files SET published_at = NULL WHERE ${isGoing} RETURNING name, version`,
    )
    if (sets.length === 0) return { sets, digests: [] }
    const kept = await digestsOf(tx, sql`(${isGoing}) IS NOT TRUE`)
    const going = await digestsOf(tx, isGoing)
    return { sets, digests: [...going].filter((digest) => !kept.has(digest)) }
  })
}

export async function endRemoval(db: Database, sets: readonly Pick<FileSet, 'name' | 'version'>[]): Promise<void> {
  for (const { name, version } of sets)
    await db.delete(publishedFiles).where(and(eq(publishedFiles.name, name), eq(publishedFiles.version, version)))
}

async function digestsOf(tx: Database, where: ReturnType<typeof sql>): Promise<Set<string>> {
  const rows = await tx.select({ files: publishedFiles.files }).from(publishedFiles).where(where)
  return new Set(rows.flatMap(({ files }) => Object.values(files).flatMap(({ digests }) => digests)))
}
