import type { CatalogTool } from 'assay-verify/catalog-tool'
import { digestOf } from 'assay-verify/leaves/leaf'
import type { ProbeReason } from 'assay-verify/state/observation'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Declarations } from '../core/declarations/declarations'
import { recordProbeResults } from '../monitor/record-probe-results'
import type { ProbeResult } from '../probers/probe'
import { NOTHING_FOUND } from '../probers/prober'
import { RECORDING_STEPS } from '../runtime/recording-steps'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { rowsOf } from '../store/database'
import { setMaintenance } from '../store/evidence/maintenance'
import { signingKeys } from '../store/keys/keys-schema'
import type { Fact, QueuedLeaf } from '../store/outbox/fact'
import {
  addFirstSigningKey,
  addNextSigningKey,
  listSigningKeys,
  retireSigningKeys,
} from '../store/signing/signing-keys'
import { targetAt, testServer, testTool, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { addTestTargets } from '../store/test-targets'
import { openTlog } from './job/open-tlog'
import { queueDeclared } from './job/queue-declared'
import { queueObservations } from './job/queue-observations'
import { findDocument } from './sql/documents'
import { endRecording } from './sql/state'

const LEASE = { leaseId: 'lease', intervalSeconds: 900, recheckSeconds: 20 }
const OPENING = { origin: 'assay.test/log', software: 'assay test', configuredSeed: null, isExposed: false }
const minutesOn = (minutes: number) => new Date(TEST_EPOCH.getTime() + minutes * 60_000)
const isoAt = (minutes: number) => minutesOn(minutes).toISOString()

interface Seen {
  reason?: ProbeReason
  tools?: CatalogTool[]
  declared?: Declarations
}

describe('what probes find', () => {
  onDatabase(({ db }) => {
    let serverKey = 0
    beforeEach(async () => {
      await db.execute(
        sql`TRUNCATE log_state, log_keys, log_queue, log_leaves, log_documents, log_declared, observations`,
      )
      await db.delete(servers)
      await recordServers(db, { source: 'file', precedence: 1 }, [testServer('c/one')], minutesOn(0), uncategorized)
      await addTestTargets(db, minutesOn(0))
      serverKey = (await db.select({ key: servers.key }).from(servers))[0]?.key ?? 0
    })

    const finished = (minutes: number, { reason = 'answered', tools, declared }: Seen = {}) => {
      const observation = { observedAt: minutesOn(minutes), reason, latencyMs: 100, httpStatus: 200, vantage: 'test' }
      const found = { tools: tools ?? null, ...(declared && { declared }) }
      const probe: ProbeResult = { ...NOTHING_FOUND, reason, httpStatus: 200, ...found, observation }
      return { serverKey, targetNo: 0, target: targetAt('https://one.example/mcp'), probe }
    }
    const record = (minutes: number, seen: Seen = {}) =>
      recordProbeResults(db, LEASE, [finished(minutes, seen)], minutesOn(minutes), RECORDING_STEPS)
    const open = async (minutes: number) => {
      await openTlog(db, OPENING, minutesOn(minutes))
      await db.execute(sql`DELETE FROM log_queue WHERE fact ->> 'kind' IN ('log_opened', 'key', 'formula')`)
    }
    const factsOf = async <Kind extends Fact['kind']>(kind: Kind) => {
      const rows = await rowsOf<{ fact: Extract<Fact, { kind: Kind }> }>(
        db,
        sql`SELECT fact FROM log_queue ORDER BY key`,
      )
      return rows.map(({ fact }) => fact).filter((fact) => fact.kind === kind)
    }

    test('is not queued where no log is open', async () => {
      for (const minute of [0, 1, 2]) await record(minute, { tools: [testTool('a')] })
      expect(await rowsOf(db, sql`SELECT 1 FROM log_queue UNION ALL SELECT 1 FROM log_documents`)).toEqual([])
    })

    test('a new interval is queued once, with how the one before ended; a longer one is not', async () => {
      await open(0)
      for (const minute of [0, 1, 2, 3]) await record(minute)
      for (const minute of [10, 11, 12, 13, 14, 15]) await record(minute, { reason: 'connect_failed' })
      const facts = await factsOf('interval')
      expect(facts.map(({ at, id, target, state }) => ({ at, id, target, state }))).toEqual([
        { at: isoAt(0), id: 'c/one', target: 0, state: 'up' },
        { at: isoAt(10), id: 'c/one', target: 0, state: 'down' },
      ])
      expect(facts.map(({ previous }) => previous)).toEqual([null, { state: 'up', from: isoAt(0), to: isoAt(10) }])
    })

    test('maintenance is queued beside it', async () => {
      await open(0)
      for (const minute of [0, 1]) await record(minute)
      await setMaintenance(db, serverKey, { from: minutesOn(5), to: minutesOn(9) }, minutesOn(2))
      expect((await factsOf('interval')).at(-1)).toEqual({
        kind: 'interval',
        at: isoAt(5),
        id: 'c/one',
        target: 0,
        state: 'maintenance',
        previous: null,
        queuedAt: isoAt(2),
        v: 2,
      })
    })

    test('verdicts that turn and breakages that open and close are queued in the transaction of the probe', async () => {
      await open(0)
      for (const minute of [0, 1, 2]) await record(minute)
      for (const minute of [10, 11, 12, 13, 14, 15]) await record(minute, { reason: 'connect_failed' })
      for (const minute of [20, 21, 22, 23, 24]) await record(minute)
      const turns = (await factsOf('verdict')).map(({ id, from, to }) => [id, from, to])
      expect(turns[0]).toEqual(['c/one', 'unknown', 'healthy'])
      expect(turns.map(([, from]) => from)).toEqual(['unknown', ...turns.slice(0, -1).map(([, , to]) => to)])
      expect(turns.at(-1)?.[2]).toBe('healthy')
      expect(turns.some(([, , to]) => to === 'down')).toBe(true)
      const breakages = (await factsOf('breakage')).filter(({ breakage }) => breakage === 'down')
      expect(breakages.map(({ id, event }) => [id, event])).toEqual([
        ['c/one', 'opened'],
        ['c/one', 'closed'],
      ])
      expect(breakages[0]?.key).toBe(breakages[1]?.key)
    })

    test('what a server declares is queued when its digest changes, and the digest stands for a document', async () => {
      await open(0)
      const tools = [testTool('a'), testTool('b')]
      for (const minute of [0, 1, 2]) await record(minute, { tools })
      await record(3, { tools: tools.toReversed() })
      expect(await factsOf('declarations')).toMatchObject([{ id: 'c/one', vantage: 'test', version: null }])
      await record(30, { tools: [testTool('a', { description: 'Something else.' }), testTool('b')] })
      const facts = await factsOf('declarations')
      expect(facts.map(({ at }) => at)).toEqual([isoAt(0), isoAt(30)])
      const document = await findDocument(db, facts[1]?.digest ?? '')
      expect(digestOf(JSON.parse(document ?? ''))).toBe(facts[1]?.digest)
      expect(JSON.parse(document ?? '').tools.map(({ name }: { name: string }) => name)).toEqual(['a', 'b'])
    })

    test('what was there before the log was opened is queued once', async () => {
      for (const minute of [0, 1, 2]) await record(minute, { tools: [testTool('a')] })
      for (const minute of [10, 11, 12, 13, 14, 15]) await record(minute, { reason: 'connect_failed' })
      await open(20)
      await openTlog(db, OPENING, minutesOn(21))
      expect(await queueDeclared(db, () => minutesOn(22), new AbortController().signal)).toBe(1)
      expect(await queueDeclared(db, () => minutesOn(22), new AbortController().signal)).toBe(0)
      expect((await factsOf('interval')).map(({ state }) => state)).toEqual(['up', 'down'])
      expect(await factsOf('breakage')).toMatchObject([{ id: 'c/one', breakage: 'down', event: 'opened' }])
      const verdicts = (await factsOf('verdict')).map(({ id, from, to }) => [id, from, to])
      expect(verdicts).toEqual([
        ['c/one', null, 'down'],
        ['c/one/a', null, 'down'],
      ])
      expect(await factsOf('declarations')).toMatchObject([{ id: 'c/one', vantage: null }])
    })

    test('after a time without recording, what began meanwhile is queued', async () => {
      await open(0)
      for (const minute of [0, 1, 2]) await record(minute)
      await endRecording(db, minutesOn(5))
      for (const minute of [10, 11, 12, 13, 14, 15]) await record(minute, { reason: 'connect_failed' })
      expect(await factsOf('interval')).toHaveLength(1)
      await openTlog(db, OPENING, minutesOn(20))
      expect((await factsOf('interval')).map(({ state }) => state)).toEqual(['up', 'down'])
      expect(await factsOf('breakage')).toMatchObject([{ event: 'opened' }])
      expect((await factsOf('verdict')).at(-1)).toMatchObject({ id: 'c/one', from: null, to: 'down' })
      expect(await factsOf('recording')).toMatchObject([
        { at: isoAt(5), event: 'ended', since: null, queuedAt: isoAt(5) },
        { at: isoAt(20), event: 'resumed', since: isoAt(5), queuedAt: isoAt(20) },
      ])
    })

    test('after a time without recording, an attestation key that was made meanwhile is queued', async () => {
      await db.delete(signingKeys)
      await openTlog(db, OPENING, minutesOn(0))
      await addFirstSigningKey(db, Buffer.alloc(32, 7).toString('base64url'), minutesOn(1))
      const published = async () => (await factsOf('key')).filter(({ use }) => use === 'attestation')
      const [first] = await published()
      await endRecording(db, minutesOn(5))
      await addNextSigningKey(db, Buffer.alloc(32, 8).toString('base64url'), minutesOn(60), minutesOn(10))
      expect(await published()).toEqual([first])
      await openTlog(db, OPENING, minutesOn(20))
      const [next] = await listSigningKeys(db, minutesOn(20))
      expect(await published()).toMatchObject([first, { x: next?.publicKey, event: 'published', at: isoAt(20) }])
      await db.delete(signingKeys)
    })

    test('each fact has the time at which it was queued, those of an opening the same', async () => {
      for (const minute of [0, 1]) await record(minute)
      await openTlog(db, OPENING, minutesOn(5))
      for (const minute of [10, 11, 12, 13, 14, 15]) await record(minute, { reason: 'connect_failed' })
      const queued = await rowsOf<{ fact: QueuedLeaf }>(db, sql`SELECT fact FROM log_queue ORDER BY key`)
      const opening = queued.slice(0, queued.findIndex(({ fact }) => fact.kind === 'formula') + 1)
      expect(opening.map(({ fact }) => fact.kind)).toEqual(['log_opened', 'interval', 'verdict', 'key', 'formula'])
      expect(new Set(opening.map(({ fact }) => fact.queuedAt))).toEqual(new Set([isoAt(5)]))
      const intervals = queued.flatMap(({ fact }) => (fact.kind === 'interval' ? [[fact.at, fact.queuedAt]] : []))
      // An outage is confirmed some probes after it began.
      expect(intervals).toEqual([
        [isoAt(0), isoAt(5)],
        [isoAt(10), expect.not.stringMatching(isoAt(10))],
      ])
    })

    test('the root of an hour is queued ten minutes after it, once, over every observation', async () => {
      await open(0)
      for (const minute of [0, 1, 2, 75]) await record(minute)
      expect(await queueObservations(db, minutesOn(69))).toBe(0)
      expect(await queueObservations(db, minutesOn(70))).toBe(1)
      expect(await queueObservations(db, minutesOn(71))).toBe(0)
      expect(await factsOf('observations')).toMatchObject([{ hour: isoAt(0), count: 3 }])
      expect(await queueObservations(db, minutesOn(60 * 30))).toBe(1)
      expect((await factsOf('observations')).map(({ hour, count }) => [hour, count])).toEqual([
        [isoAt(0), 3],
        [isoAt(60), 1],
      ])
    })

    test('keys are queued when they begin and cease to sign', async () => {
      await db.execute(sql`DELETE FROM signing_keys`)
      await open(0)
      await addFirstSigningKey(db, Buffer.alloc(32, 5).toString('base64url'), minutesOn(1))
      await retireSigningKeys(db, minutesOn(2), 'leaked')
      const events = await factsOf('key')
      expect(events.map(({ use, event }) => [use, event])).toEqual([
        ['attestation', 'published'],
        ['attestation', 'leaked'],
      ])
      expect(events[0]?.kid).toBe(events[1]?.kid)
    })
  })
})
