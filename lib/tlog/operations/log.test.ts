import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { leafHash } from 'assay-tlog/merkle'
import { openCheckpoint } from 'assay-tlog/note/checkpoint'
import { parseVerifierKey } from 'assay-tlog/note/verifier-key'
import { verifyConsistency, verifyInclusion } from 'assay-tlog/proof'
import { folderStorage } from 'assay-tlog/storage/folder'
import { signingKeyFromSeed, verifyAttestation } from 'assay-verify/attestation'
import { digestOf, parseLeaf } from 'assay-verify/leaves/leaf'
import { observationLines } from 'assay-verify/leaves/observation-line'
import { checkScoreAnswer } from 'assay-verify/score/check-score-answer'
import { scoreFrom } from 'assay-verify/score/score'
import { factsFromInputs } from 'assay-verify/score/score-inputs'
import { jwksOf } from 'assay-verify/test-attestations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openMemo } from '../../api/cache/memo'
import { openAttester } from '../../api/signing/attester'
import { onlyKey } from '../../api/test-keys'
import { openStates } from '../../api/test-states'
import { OPERATIONS, type OperationName, type OutputOf } from '../../contract/operations'
import { ENDPOINTS } from '../../runtime/endpoints'
import type { ServiceContext } from '../../runtime/service-app'
import { openRatingReader } from '../../store/ratings/ratings'
import { openWitnessRounds } from '../job/cosign-checkpoint'
import { openTlog } from '../job/open-tlog'
import { type TlogJob, writeTlog } from '../job/write-tlog'
import { ScoreTlog } from '../score-tlog'
import { openServedTlog } from '../served-tlog'

const ORIGIN = 'assay.test/log'
const OPENING = { origin: ORIGIN, software: 'assay test', configuredSeed: null, isExposed: false }
const TOOL = 's/healthy/read_file'
const key = signingKeyFromSeed(new Uint8Array(32).fill(7))

let folder: string
let job: TlogJob
let scoreTlog: ScoreTlog
let context: ServiceContext
let now: Date
let close: () => Promise<void>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-served-log-'))
  const states = await openStates()
  close = states.close
  const base = states.context()
  const { db } = base
  now = base.now
  await openTlog(db, OPENING, now)
  const storage = folderStorage(folder)
  const signal = new AbortController().signal
  const log = (line: string) => {
    throw new Error(line)
  }
  job = {
    db,
    storage,
    configuredSeed: null,
    documentDays: 90,
    rounds: openWitnessRounds([]),
    clock: () => now,
    signal,
    log,
  }
  scoreTlog = new ScoreTlog({ db, documentDays: 90, log })
  context = Object.assign(Object.create(base) as ServiceContext, {
    now,
    memo: openMemo(),
    ratings: openRatingReader(db),
    attester: openAttester(onlyKey(key), 'https://assay.test', scoreTlog),
    registry: { policies: new Map(), driftDays: 30 },
    tlog: openServedTlog(storage, db, { witnessKeys: [], documentDays: 90 }),
  })
})
afterAll(async () => {
  await scoreTlog?.close()
  await close?.()
  await rm(folder, { recursive: true, force: true })
})

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
  context.now = now
}
const ask = (name: OperationName, path: string) =>
  ENDPOINTS[name].handle(new Request(`http://assay.test${path}`), context)
const get = async <Name extends OperationName>(name: Name, path: string): Promise<OutputOf<Name>> => {
  const response = await ask(name, path)
  expect(response.status, path).toBe(200)
  return OPERATIONS[name].output.parse(await response.json()) as OutputOf<Name>
}
const bytesOf = (base64 = '') => new Uint8Array(Buffer.from(base64, 'base64'))

describe('before anything is published', () => {
  test('the checkpoint and proofs are 404, and the summary says so', async () => {
    expect((await ask('logCheckpoint', '/log/checkpoint')).status).toBe(404)
    expect((await ask('logProof', '/v1/log/proof?leaf=0')).status).toBe(404)
    expect(await get('log', '/v1/log')).toMatchObject({ origin: ORIGIN, size: 0, checkpoint: null, recording: true })
  })
})

describe('an attested score', () => {
  test('is logged once, with inputs from which it can be recomputed, and then names its leaf', async () => {
    const first = await get('score', `/v1/score/${TOOL}`)
    await get('score', `/v1/score/${TOOL}?explain=1`)
    expect(first.log).toBeUndefined()
    expect(scoreTlog.waiting).toBe(1)
    await scoreTlog.flush()
    later(12)
    await get('score', `/v1/score/${TOOL}`)
    await writeTlog(job)
    later(12)
    await get('score', `/v1/score/${TOOL}`)
    await scoreTlog.flush()
    const answer = await get('score', `/v1/score/${TOOL}?explain=1`)
    const leaf = answer.log?.leaf ?? -1
    expect(verifyAttestation(answer.attestation ?? '', jwksOf([key]), now)).toMatchObject({
      ok: true,
      claims: { leaf },
    })
    const { checks } = checkScoreAnswer(answer, jwksOf([key]), TOOL, now) as { checks: { agrees: boolean }[] }
    expect(checks.filter(({ agrees }) => !agrees)).toEqual([])
    const proof = await get('logProof', `/v1/log/proof?leaf=${leaf}`)
    const entry = parseLeaf(Buffer.from(proof.entry ?? ''))
    if (!entry.ok || entry.leaf.kind !== 'score') throw new Error('no leaf of a score')
    expect(entry.leaf).toMatchObject({ id: TOOL, score: answer.score, grade: answer.grade, verdict: answer.verdict })
    const document = await (await ask('logDocument', `/v1/log/documents/${entry.leaf.inputs}`)).text()
    expect(digestOf(JSON.parse(document))).toBe(entry.leaf.inputs)
    const facts = factsFromInputs(JSON.parse(document))
    expect(facts && scoreFrom(facts.facts, facts.tool).score).toBe(answer.score)
    const scores = await get('logLeaves', `/v1/log/leaves?subject=${encodeURIComponent(TOOL)}`)
    expect(scores.leaves.filter(({ kind }) => kind === 'score')).toHaveLength(1)
  })

  test('is kept while the database fails, and written when it works again', async () => {
    const lines: string[] = []
    let isFailing = true
    const db = new Proxy(job.db, {
      get: (target, name) => {
        if (isFailing) throw new Error('no connection')
        return Reflect.get(target, name)
      },
    })
    const kept = new ScoreTlog({ db, documentDays: 90, log: (line) => lines.push(line) })
    const facts = { verdict: 'healthy', score: 1, grade: 'F', formula: 'f', asOf: null } as const
    const identity = kept.add('a/b', facts, () => ({}), now)
    expect(kept.add('a/b', { ...facts }, () => ({}), now)).toBe(identity)
    await kept.flush()
    await kept.flush()
    expect([kept.waiting, lines.length]).toEqual([1, 1])
    isFailing = false
    await kept.close()
    expect(kept.waiting).toBe(0)
    const again = new ScoreTlog({ db, documentDays: 90, log: (line) => lines.push(line) })
    again.add('a/b', facts, () => ({}), now)
    await again.close()
    await writeTlog(job)
    later(5)
    const { leaves } = await get('logLeaves', '/v1/log/leaves?subject=a/b')
    expect(leaves).toMatchObject([{ kind: 'score', subject: 'a/b' }])
  })
})

describe('the files of the log', () => {
  test('are served as the tree has them, and nothing else is', async () => {
    const note = await (await ask('logCheckpoint', '/log/checkpoint')).text()
    const { keys } = await get('log', '/v1/log')
    const opened = openCheckpoint(note, {
      origin: ORIGIN,
      keys: keys.flatMap(({ vkey }) => parseVerifierKey(vkey) ?? []),
    })
    if (!opened.ok) throw new Error(opened.fault)
    const { size } = opened.checkpoint
    const tile = await ask('logTile', `/log/tile/0/000.p/${size}`)
    expect(tile.headers.get('content-type')).toBe('application/octet-stream')
    expect(tile.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect((await tile.arrayBuffer()).byteLength).toBe(32 * size)
    const missing = ['0/000', `0/000.p/${size + 1}`, '0/001.p/1', '1/000.p/1', 'entries/000', '64/000', '0/000.p/0']
    for (const path of missing) expect((await ask('logTile', `/log/tile/${path}`)).status, path).toBe(404)
    const malformed = ['0', '0/1', '0/000.p', '-1/000', '0/x000', 'x/000', '0/000.p/1/2', 'entries', '0/000.p/1e1']
    for (const path of malformed) expect((await ask('logTile', `/log/tile/${path}`)).status, path).toBe(400)
  })

  test('proofs verify, and leaves and sizes that do not exist are refused with words', async () => {
    const { size } = await get('log', '/v1/log')
    for (const leaf of [0, 1, size - 1]) {
      const proof = await get('logProof', `/v1/log/proof?leaf=${leaf}&size=${size}`)
      const claim = {
        index: leaf,
        size,
        leafHash: leafHash(Buffer.from(proof.entry ?? '')),
        root: bytesOf(proof.root),
        proof: proof.hashes.map((hash) => bytesOf(hash)),
      }
      expect(verifyInclusion(claim)).toBe(true)
    }
    const proof = await get('logProof', `/v1/log/proof?from=2&to=${size}`)
    const roots = { fromRoot: bytesOf(proof.fromRoot), toRoot: bytesOf(proof.root) }
    expect(verifyConsistency({ from: 2, to: size, ...roots, proof: proof.hashes.map((hash) => bytesOf(hash)) })).toBe(
      true,
    )
    const cases: [string, number, string][] = [
      [`leaf=${size}`, 404, 'unknown_leaf'],
      [`leaf=0&size=${size + 1}`, 404, 'unknown_leaf'],
      ['leaf=0&size=0', 404, 'unknown_leaf'],
      [`from=1&to=${size + 1}`, 404, 'unknown_leaf'],
      [`from=${size + 1}`, 400, 'invalid_parameter'],
      ['leaf=0&from=1', 400, 'invalid_parameter'],
      ['leaf=0&to=1', 400, 'invalid_parameter'],
      ['size=1', 400, 'invalid_parameter'],
      ['', 400, 'invalid_parameter'],
      ['leaf=-1', 400, 'invalid_parameter'],
      ['leaf=1e30', 400, 'invalid_parameter'],
      ['leaf=9007199254740993', 400, 'invalid_parameter'],
    ]
    for (const [query, status, code] of cases) {
      const refused = await ask('logProof', `/v1/log/proof?${query}`)
      expect([refused.status, (await refused.json()).code], query).toEqual([status, code])
    }
  })

  test('a document that is kept no longer is 410, and a digest that nothing names is 404', async () => {
    const { db } = context
    const leaves = await get('logLeaves', `/v1/log/leaves?subject=${encodeURIComponent(TOOL)}`)
    const digest = leaves.leaves.find(({ kind }) => kind === 'score')?.digest
    await db.execute(sql`DELETE FROM log_documents WHERE digest = ${digest}`)
    expect((await ask('logDocument', `/v1/log/documents/${digest}`)).status).toBe(410)
    expect((await ask('logDocument', `/v1/log/documents/sha256:${'0'.repeat(64)}`)).status).toBe(404)
    expect((await ask('logDocument', '/v1/log/documents/sha256:0')).status).toBe(400)
  })

  test('leaves are listed in pages, the newest first', async () => {
    const seen: number[] = []
    let before: number | null = null
    do {
      const page: OutputOf<'logLeaves'> = await get(
        'logLeaves',
        `/v1/log/leaves?limit=7${before === null ? '' : `&before=${before}`}`,
      )
      seen.push(...page.leaves.map(({ leaf }) => leaf))
      before = page.before
    } while (before !== null)
    const { size } = await get('log', '/v1/log')
    expect(seen).toEqual(Array.from({ length: size }, (_, at) => size - 1 - at))
  })
})

test('the observations of an hour are answered in pages whose lines give its root', async () => {
  const hour = new Date(Math.floor(context.now.getTime() / 3_600_000) * 3_600_000 - 3_600_000)
  const lines: string[] = []
  let cursor: string | null = null
  do {
    const page: OutputOf<'logObservations'> = await get(
      'logObservations',
      `/v1/log/observations/${hour.toISOString()}${cursor === null ? '' : `?cursor=${cursor}`}`,
    )
    lines.push(...page.lines)
    cursor = page.cursor
  } while (cursor !== null)
  expect(lines.length).toBeGreaterThan(0)
  expect(observationLines(lines.map((line) => JSON.parse(line)))).toEqual(lines)
  expect((await ask('logObservations', `/v1/log/observations/${hour.toISOString()}?cursor=99`)).status).toBe(400)
  expect((await ask('logObservations', '/v1/log/observations/2026-13-01T00:00:00.000Z')).status).toBe(400)
})

test('without a log every operation about it says so', async () => {
  const none = Object.assign(Object.create(context) as ServiceContext, { tlog: null })
  for (const [name, path] of [
    ['log', '/v1/log'],
    ['logCheckpoint', '/log/checkpoint'],
    ['logTile', '/log/tile/0/000'],
    ['logProof', '/v1/log/proof?leaf=0'],
    ['logLeaves', '/v1/log/leaves'],
  ] as const) {
    const refused = await ENDPOINTS[name].handle(new Request(`http://assay.test${path}`), none)
    expect([refused.status, (await refused.json()).code]).toEqual([404, 'no_log'])
  }
})
