import { DAY_MS } from 'assay-verify/duration'
import { factsFromInputs } from 'assay-verify/score/score-inputs'
import { at, HOURS, probe } from 'assay-verify/state/test-observations'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestContext } from '../api/test-context'
import { NOBODY, openGate } from '../http/gate'
import { TEST_GATE } from '../http/test-gate'
import { refreshUsage } from '../jobs/assess/refresh-usage'
import { issueKey } from '../keys/operations/create-key'
import { rateServers } from '../monitor/assess-servers'
import { rowsOf } from '../store/database'
import { findKey } from '../store/keys/keys'
import { outcomeCounts, outcomeLatencies, reporterNetworks, reporters, usageDue } from '../store/outcomes/usage-schema'
import { openRatingReader } from '../store/ratings/ratings'
import { testServer, testTool } from '../store/test-catalog'
import { ENDPOINTS } from './endpoints'

// From a reported outcome to score and verdict, through the operation, the writer and the job.

const now = at(12 * HOURS)
const CATALOG = [testServer('o/open', { tools: [testTool('x')] }), testServer('o/signin', { tools: [testTool('x')] })]
const [OPEN, SIGN_IN] = ['o/open/x', 'o/signin/x']

let opened: Awaited<ReturnType<typeof openTestContext>>
beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  const seen = (reason: 'answered' | 'credentials_required') =>
    Array.from({ length: 40 }, (_, n) => probe(12 * HOURS - (39 - n) * 900, reason))
  await opened.watched('o/open', seen('answered'))
  await opened.watched('o/signin', seen('credentials_required'))
})
afterAll(() => opened?.close())
beforeEach(async () => {
  const { db } = opened.context
  for (const table of [outcomeCounts, usageDue, reporterNetworks, outcomeLatencies, reporters]) await db.delete(table)
})

/** A key of this age and trust. */
async function keyOf(ageDays: number, corroborated: number): Promise<string> {
  const { db } = opened.context
  const { apiKey } = await issueKey(db, null, 600, now)
  await db.execute(
    sql`UPDATE reporters SET corroborated = ${corroborated}::int, keyed_since = ${new Date(now.getTime() - ageDays * DAY_MS).toISOString()}::timestamptz
      WHERE key = (SELECT max(key) FROM reporters)`,
  )
  return apiKey
}

async function report(apiKey: string | null, address: string, toolId: string, success: boolean): Promise<void> {
  const { context } = opened
  const most = { freePerMinute: 600, pagesPerMinute: 600 }
  const gate = openGate({ ...TEST_GATE, ...most, findKey: (hash, moment) => findKey(context.db, hash, moment) })
  const event = { toolId, success, latencyMs: 300, ...(success ? {} : { errorClass: 'timeout' }) }
  const request = new Request('http://assay.test/v1/ingest', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(apiKey === null ? {} : { 'x-api-key': apiKey }) },
    body: JSON.stringify({ events: Array.from({ length: 100 }, () => event) }),
  })
  const answer = await ENDPOINTS.ingest.handle(request, { ...context, gate, now, address, caller: NOBODY })
  expect(await answer.json()).toMatchObject({ accepted: 100 })
}

async function answerOf(toolId: string) {
  const { context } = opened
  await context.outcomeWriter.flush()
  await refreshUsage(context.db, () => now)
  const rating = await openRatingReader(context.db).findRating(toolId)
  if (rating === undefined) throw new Error(`no rating of ${toolId}`)
  return rating
}

const baseline = async (toolId: string) => {
  const keys = await rowsOf<{ key: number }>(opened.context.db, sql`SELECT key FROM servers`)
  await rateServers(
    opened.context.db,
    keys.map(({ key }) => key),
    now,
  )
  return (await openRatingReader(opened.context.db).findRating(toolId))?.score
}

test('fresh keys of 24 addresses in two networks, and reports without a key, move nothing', async () => {
  const before = await baseline(OPEN)
  for (let n = 0; n < 24; n += 1) await report(await keyOf(0, 0), `203.0.${n % 2}.${n % 12}`, OPEN, false)
  for (let n = 0; n < 3; n += 1) await report(null, `203.0.${n}.1`, OPEN, false)
  expect((await answerOf(OPEN)).score).toBe(before)
})

test('trusted keys of two networks verify nothing and make nothing degraded, those of three do', async () => {
  for (let n = 0; n < 20; n += 1) {
    const key = await keyOf(40, 1000)
    await report(key, `3fff:${n % 2}:${n}:${n}::/64`, OPEN, false)
    await report(key, `198.51.${100 + n}.1`, SIGN_IN, true)
  }
  expect([(await answerOf(OPEN)).verdict, (await answerOf(SIGN_IN)).verdict]).toEqual(['healthy', 'unknown'])
  const third = await keyOf(40, 1000)
  await report(third, '192.0.2.9', OPEN, false)
  await report(third, '192.0.2.9', SIGN_IN, true)
  expect([(await answerOf(OPEN)).verdict, (await answerOf(SIGN_IN)).verdict]).toEqual(['degraded', 'healthy'])
})

test('fresh keys of many /48 of one /32 of IPv6 are one network, and move nothing', async () => {
  const before = await baseline(OPEN)
  for (let n = 0; n < 30; n += 1) await report(await keyOf(0, 0), `3fff:ccc:${n.toString(16)}:1::/64`, OPEN, false)
  expect((await answerOf(OPEN)).score).toBe(before)
  const networks = await opened.context.db.selectDistinct({ network: reporterNetworks.network }).from(reporterNetworks)
  expect(networks).toHaveLength(1)
})

test('a reporter that moves between networks counts once, from its first network of the day', async () => {
  const key = await keyOf(40, 1000)
  for (let n = 0; n < 9; n += 1) await report(key, `198.51.${n}.1`, OPEN, false)
  expect((await answerOf(OPEN)).verdict).toBe('healthy')
  expect(await opened.context.db.$count(reporterNetworks)).toBe(1)
})

test('nothing of an address is stored but 32 bits of a keyed hash that another day changes, and latencies by tool and day', async () => {
  const key = await keyOf(40, 1000)
  await report(key, '198.51.100.7', OPEN, true)
  const { context } = opened
  await answerOf(OPEN)
  const [row] = await context.db.select().from(reporterNetworks)
  expect(Object.keys(row ?? {})).toEqual(['reporterKey', 'day', 'network'])
  expect(await context.db.select().from(outcomeLatencies)).toMatchObject([{ subjectId: OPEN, bins: expect.any(Array) }])
  const score = await ENDPOINTS.score.handle(new Request(`http://assay.test/v1/score/${OPEN}?explain=1`), {
    ...context,
    attester: { attest: () => ({ jws: 'x', leaf: null }) },
    ratings: openRatingReader(context.db),
  } as never)
  const { inputs } = (await score.json()) as { inputs: { usage: unknown } }
  expect(inputs.usage).toMatchObject({ calls: 100, latencyMs: { calls: 100, p50: expect.any(Number) } })
  expect(factsFromInputs(inputs)).toBeDefined()
})
