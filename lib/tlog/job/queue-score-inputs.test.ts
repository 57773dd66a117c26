import { digestOf } from 'assay-verify/leaves/leaf'
import { USAGE_MODEL } from 'assay-verify/score/recent-use'
import { EMPTY_SCORE_FACTS } from 'assay-verify/score/score'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { recordServers } from '../../store/catalog/catalog'
import { servers } from '../../store/catalog/catalog-schema'
import { type Database, rowsOf } from '../../store/database'
import type { QueuedLeaf } from '../../store/outbox/fact'
import { testServer, testTool, uncategorized } from '../../store/test-catalog'
import { onDatabase } from '../../store/test-databases'
import { findDocument } from '../sql/documents'
import { endRecording } from '../sql/state'
import { openTlog } from './open-tlog'
import { queueScoreInputs } from './queue-score-inputs'

const OPENED = new Date('2026-11-23T06:15:00.000Z')
const OPENING = { origin: 'assay.test/log', software: 'assay test', configuredSeed: null, isExposed: false }
const minutesOn = (minutes: number) => new Date(OPENED.getTime() + minutes * 60_000)
const VOTES = { reporters: 3, networks: 3, weight: 1, mean: 0.5 }
const USAGE = { calls: 9, trusted: VOTES, untrusted: VOTES, latencyMs: null }

async function setFacts(db: Database, serverId: string, facts: object): Promise<void> {
  await db.execute(sql`INSERT INTO server_states (server_key, state, uptime, score_facts, verdict, as_of, stale_after)
    SELECT key, '{}', '{}', ${JSON.stringify({ ...EMPTY_SCORE_FACTS, ...facts })}::json, 'healthy', now(), now() FROM servers WHERE id = ${serverId}`)
}

describe('what scores are computed from', () => {
  onDatabase(({ db }) => {
    beforeEach(async () => {
      await db.execute(sql`TRUNCATE log_state, log_keys, log_queue, log_leaves, log_documents, log_declared`)
      await db.delete(servers)
      const catalog = ['c/never', 'c/one', 'c/two'].map((id) => testServer(id, { tools: [testTool('add')] }))
      await recordServers(db, { source: 'file', precedence: 1 }, catalog, OPENED, uncategorized)
      await setFacts(db, 'c/one', { looks: 40, latencyP50Ms: 120, latencyP95Ms: 300, asOf: OPENED.toISOString() })
      await setFacts(db, 'c/two', { looks: 2 })
      const facts = { usage: { ...USAGE, model: USAGE_MODEL, more: 'x' }, breakingChangesAt: [], openChange: null }
      await db.execute(
        sql`UPDATE subjects SET facts = ${JSON.stringify(facts)}::json WHERE id IN ('c/one/add', 'c/never/add')`,
      )
      await openTlog(db, OPENING, OPENED)
    })
    const queue = (minutes: number) => queueScoreInputs({ db, documentDays: 90 }, minutesOn(minutes))
    const leaves = async () => {
      const rows = await rowsOf<{ fact: QueuedLeaf }>(db, sql`SELECT fact FROM log_queue ORDER BY key`)
      return rows.flatMap(({ fact }) => (fact.kind === 'score_inputs' ? [fact] : []))
    }

    test('are queued once after each hour, with a line for each server that was probed or used', async () => {
      expect([await queue(0), await queue(44)]).toEqual([0, 0])
      expect([await queue(45), await queue(46), await queue(104)]).toEqual([3, 0, 0])
      const [leaf] = await leaves()
      const at = minutesOn(45).toISOString()
      expect(leaf).toMatchObject({ at, queuedAt: at, hour: '2026-11-23T06:00:00.000Z', part: 0, count: 3 })
      const document = JSON.parse((await findDocument(db, leaf?.digest ?? '')) as string)
      expect(digestOf(document)).toBe(leaf?.digest)
      const none = { asOf: null, looks: 0, latencyP50Ms: null, latencyP95Ms: null }
      const one = { asOf: OPENED.toISOString(), looks: 40, latencyP50Ms: 120, latencyP95Ms: 300 }
      expect(document.hour).toBe(leaf?.hour)
      expect(document.lines.sort((a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1))).toEqual([
        { id: 'c/never', ...none, usage: { 'c/never/add': USAGE } },
        { id: 'c/one', ...one, usage: { 'c/one/add': USAGE } },
        { id: 'c/two', ...none, looks: 2, usage: {} },
      ])
    })

    test('have what was counted of accuracy since the document before, and which days may still change', async () => {
      await db.execute(sql`TRUNCATE verdict_tallies, detection_delays, forecast_tallies, pending_forecasts`)
      const due = (at: string) =>
        db.execute(sql`INSERT INTO pending_forecasts (server_key, hours, sample, due_at, settle_at, up_e4, up_before, method)
          SELECT key, 6, 1, ${at}, ${at}, 9000, true, 'm' FROM servers WHERE id = 'c/one'`)
      await db.execute(
        sql`INSERT INTO verdict_tallies VALUES ('2026-10-01', 'down', 9, 9, 9), ('2026-11-01', 'down', 3, 1, 1)`,
      )
      await db.execute(sql`INSERT INTO detection_delays VALUES ('2026-11-23', 'last_answer', 8, 2)`)
      await db.execute(
        sql`INSERT INTO forecast_tallies VALUES ('2026-11-23', 'm', 6, 18, 3, 2, 2.7, 0.1234567, 0.5, 0.2, 0.3, 1)`,
      )
      await due('2026-11-22T23:50:00.000Z')
      const documents = async () => {
        const bodies = (await leaves()).map(({ digest }) => findDocument(db, digest))
        return (await Promise.all(bodies)).map((body) => JSON.parse(body as string).accuracy)
      }
      await queue(45)
      const sums = { n: 3, ups: 2, sumUp: 2.7, brier: 0.123457, logLoss: 0.5, persistenceBrier: 0.2 }
      const forecast = { method: 'm', hours: 6, bin: 18, ...sums, persistenceLogLoss: 0.3, unsettled: 1 }
      const today = {
        ...{ day: '2026-11-23', verdicts: [], forecasts: [forecast] },
        delays: [{ since: 'last_answer', bin: 8, n: 2 }],
      }
      const down = { verdict: 'down', begun: 3, reversed: 1, takenBack: 1 }
      const first = { day: '2026-11-01', verdicts: [down], delays: [], forecasts: [] }
      expect(await documents()).toEqual([{ from: '2026-10-24', openFrom: '2026-11-22', days: [first, today] }])
      await db.execute(sql`DELETE FROM pending_forecasts`)
      await queue(105)
      await queue(165)
      expect((await documents()).slice(1)).toEqual([
        { from: '2026-11-22', openFrom: '2026-11-23', days: [today] },
        { from: '2026-11-23', openFrom: '2026-11-23', days: [today] },
      ])
    })

    test('hours that nothing ran in have none, and nothing is queued while the recording is interrupted', async () => {
      expect(await queue(45)).toBe(3)
      expect(await queue(60 * 5)).toBe(3)
      expect((await leaves()).map(({ hour }) => hour.slice(11, 13))).toEqual(['06', '10'])
      await endRecording(db, minutesOn(301))
      expect(await queue(60 * 9)).toBe(0)
    })
  })
})
