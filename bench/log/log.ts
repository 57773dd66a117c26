import { join } from 'node:path'
import { leafHash, readRoot } from 'assay-tlog/merkle'
import { proveConsistency, proveInclusion, verifyConsistency, verifyInclusion } from 'assay-tlog/proof'
import { folderStorage } from 'assay-tlog/storage/folder'
import { tileHashReader } from 'assay-tlog/tile'
import { hashReaderOf, type StoredTree, tileReaderOf } from 'assay-tlog/tree/stored-tree'
import { appendLeaves } from 'assay-tlog/tree/tree-writer'
import type pg from 'pg'
import { openDatabase } from '../../lib/store/database'
import { queueFacts } from '../../lib/store/outbox/queue'
import { isSigned, setQueueKey, signatureOf } from '../../lib/store/outbox/queue-key'
import { createTlogState } from '../../lib/tlog/sql/state'
import { type Bench, median, msOf, numberFlag, type Print, percentile, round } from '../bench'
import { createDatabase, withClient } from '../database'
import { withFolder } from '../folder'
import { BATCH, benchEntries, growTlog, WRITER } from './grown-tlog'

/** Appends against bare inserts of the same entries, and proofs of a large log. */
export const bench: Bench = {
  flags: { leaves: '1000000', rounds: '12', batch: String(BATCH), proofs: '400' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const queued = await measureQueue(flags, print)
      const appends = await compareAppends(join(folder, 'appends'), flags, print)
      const size = numberFlag(flags, 'leaves')
      const log = join(folder, 'proofs')
      print(`writing ${size} leaves`)
      const beganAt = performance.now()
      const tree = await growTlog(log, 0, size, print)
      const perSecond = size / ((performance.now() - beganAt) / 1000)
      if (tree === undefined) throw new Error('nothing was written')
      const proofs = await measureProofs(log, tree, numberFlag(flags, 'proofs'))
      print(JSON.stringify(proofs, null, 1))
      return { ...queued, ...appends, leaves: size, grownPerSecond: round(perSecond, 0), ...proofs }
    }),
  hasFailed: ({ appendsToInserts }) => Number(appendsToInserts) < 0.7,
}

/** Round by round: a batch through the tree writer, and the same batch in one statement and one commit. */
async function compareAppends(folder: string, flags: Readonly<Record<string, string>>, print: Print) {
  const [rounds, batch] = [numberFlag(flags, 'rounds'), numberFlag(flags, 'batch')]
  const storage = folderStorage(folder)
  const database = await createDatabase()
  try {
    return await withClient(database.url, async (client) => {
      await client.query('CREATE TABLE leaves (index bigint PRIMARY KEY, entry text NOT NULL)')
      const found: { append: number; insert: number }[] = []
      // The first round warms both up.
      for (let at = 0; at <= rounds; at += 1) {
        const from = at * batch
        const entries = benchEntries(from, from + batch)
        const append = await msOf(() => appendLeaves(storage, WRITER, entries, { expectedSize: from, now: new Date() }))
        const insert = await msOf(() => insertBare(client, from, entries))
        if (at > 0) found.push({ append, insert })
      }
      const ratios = found.map(({ append, insert }) => insert / append)
      const result = {
        batch,
        appendsPerSecond: round((1000 * batch) / median(found.map(({ append }) => append)), 0),
        insertsPerSecond: round((1000 * batch) / median(found.map(({ insert }) => insert)), 0),
        appendsToInserts: round(median(ratios)),
        ratios: ratios.map((ratio) => round(ratio)),
      }
      print(JSON.stringify(result))
      return result
    })
  } finally {
    await database.drop()
  }
}

/**
 * Facts that are queued with a signature and without one, as the service queues them with an open log, on a Postgres;
 * and the signatures alone.
 */
async function measureQueue(flags: Readonly<Record<string, string>>, print: Print) {
  const [rounds, batch] = [numberFlag(flags, 'rounds'), numberFlag(flags, 'batch')]
  const database = await createDatabase()
  const opened = await openDatabase({ databaseUrl: database.url, dataDir: '' })
  const now = new Date()
  const verdict = { kind: 'verdict', at: now.toISOString(), from: 'healthy', to: 'down' } as const
  const facts = Array.from({ length: batch }, (_, at) => ({ ...verdict, id: `npm/publisher/server-${at}/tool` }))
  const entries = facts.map((fact) => JSON.stringify(fact))
  try {
    await createTlogState(opened.db, 'bench.example/log', now, now)
    const found: { signed: number; unsigned: number; check: number }[] = []
    for (let at = 0; at <= rounds; at += 1) {
      setQueueKey(null)
      const unsigned = await msOf(() => queueFacts(opened.db, facts, now))
      setQueueKey(new Uint8Array(32).fill(1))
      const signed = await msOf(() => queueFacts(opened.db, facts, now))
      const signatures = entries.map((entry) => signatureOf(entry, null))
      const check = await msOf(async () => {
        for (const [place, entry] of entries.entries()) isSigned(entry, null, signatures[place] ?? null)
      })
      if (at > 0) found.push({ signed, unsigned, check })
    }
    const result = {
      queuedPerSecond: round((1000 * batch) / median(found.map(({ signed }) => signed)), 0),
      queuedUnsignedPerSecond: round((1000 * batch) / median(found.map(({ unsigned }) => unsigned)), 0),
      signedToUnsigned: round(median(found.map(({ signed, unsigned }) => signed / unsigned))),
      checkMicroseconds: round((median(found.map(({ check }) => check)) / batch) * 1000),
    }
    print(JSON.stringify(result))
    return result
  } finally {
    await opened.close()
    await database.drop()
  }
}

async function insertBare(client: pg.Client, from: number, entries: readonly Uint8Array[]): Promise<void> {
  const texts = entries.map((entry) => Buffer.from(entry).toString('utf8'))
  const indexes = entries.map((_, at) => from + at)
  await client.query('INSERT INTO leaves SELECT * FROM unnest($1::bigint[], $2::text[])', [indexes, texts])
}

interface ProofRow {
  hashes: number
  tiles: number
  proveMs: number
  verifyMs: number
  consistencyHashes: number
  consistencyMs: number
}

async function measureProofs(folder: string, tree: StoredTree, count: number) {
  const storage = folderStorage(folder)
  const { size, root } = tree
  let tiles = 0
  const counting = tileHashReader(size, (tile) => {
    tiles += 1
    return tileReaderOf(storage)(tile)
  })
  const rows: ProofRow[] = []
  for (let at = 0; at < count; at += 1) {
    const index = Math.floor((size * (at + 0.5)) / count)
    const [entry = new Uint8Array()] = benchEntries(index, index + 1)
    tiles = 0
    const beganAt = performance.now()
    const proof = await proveInclusion(index, size, counting)
    const provedAt = performance.now()
    const claim = { index, size, leafHash: leafHash(entry), root, proof }
    if (!verifyInclusion(claim)) throw new Error(`the proof of leaf ${index} does not verify`)
    const verifiedAt = performance.now()
    const consistency = await consistencyOf(folder, index + 1, tree)
    rows.push({
      hashes: proof.length,
      tiles,
      proveMs: provedAt - beganAt,
      verifyMs: verifiedAt - provedAt,
      ...consistency,
    })
  }
  const all = (name: keyof ProofRow) => rows.map((row) => row[name])
  return {
    inclusionHashes: Math.max(...all('hashes')),
    inclusionBytes: Math.max(...all('hashes')) * 32,
    inclusionTilesRead: Math.max(...all('tiles')),
    inclusionProveMs: round(median(all('proveMs')), 3),
    inclusionVerifyMs: round(median(all('verifyMs')), 3),
    inclusionVerifyP99Ms: round(percentile(all('verifyMs'), 0.99), 3),
    consistencyHashes: Math.max(...all('consistencyHashes')),
    consistencyBytes: Math.max(...all('consistencyHashes')) * 32,
    consistencyVerifyMs: round(median(all('consistencyMs')), 3),
  }
}

async function consistencyOf(folder: string, from: number, { size, root }: StoredTree) {
  const read = hashReaderOf(folderStorage(folder), size)
  const proof = await proveConsistency(from, size, read)
  const fromRoot = await readRoot(from, read)
  const beganAt = performance.now()
  const isProved = verifyConsistency({ from, fromRoot, to: size, toRoot: root, proof })
  if (!isProved) throw new Error(`the proof from ${from} leaves does not verify`)
  return { consistencyHashes: proof.length, consistencyMs: performance.now() - beganAt }
}
