import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { growingLinesRoot, observationLines } from 'assay-verify/leaves/observation-line'
import type { Database } from '../../store/database'
import { queueFacts } from '../../store/outbox/queue'
import { findNextObservation, listObservedLines } from '../sql/observed-lines'
import { findTlogState, updateTlogState } from '../sql/state'

/**
 * A probe and its batch take less than a minute, and an outage of the database some: then the observations of an hour
 * are there.
 */
const SETTLED_AFTER_MS = 10 * MINUTE_MS
const MINUTE_SECONDS = 60
const HOUR_SECONDS = 3600

/** Queues the root of every hour of observations that is over for ten minutes; hours without any have none. */
export async function queueObservations(db: Database, now: Date): Promise<number> {
  let hours = 0
  for (;;) {
    const from = (await findTlogState(db))?.observationsFrom
    if (from === undefined) return hours
    const last = Math.floor((now.getTime() - SETTLED_AFTER_MS) / HOUR_MS) * HOUR_MS
    if (from.getTime() >= last) return hours
    const next = await findNextObservation(db, from.getTime() / 1000, last / 1000)
    const hour = next === null ? last : Math.floor((next * 1000) / HOUR_MS) * HOUR_MS
    await db.transaction(async (tx) => {
      if (next !== null) await queueHour(tx, new Date(hour), now)
      await updateTlogState(tx, { observationsFrom: new Date(next === null ? last : hour + HOUR_MS) })
    })
    if (next !== null) hours += 1
  }
}

async function queueHour(tx: Database, hour: Date, now: Date): Promise<void> {
  const tree = growingLinesRoot()
  const first = hour.getTime() / 1000
  for (let second = first; second < first + HOUR_SECONDS; second += MINUTE_SECONDS) {
    for (const line of observationLines(await listObservedLines(tx, second, second + MINUTE_SECONDS))) tree.add(line)
  }
  const of = { hour: hour.toISOString(), count: tree.count(), root: Buffer.from(tree.root()).toString('hex') }
  const fact = { kind: 'observations', at: now.toISOString(), ...of } as const
  await queueFacts(tx, [{ fact, identity: `observations ${of.hour}` }], now)
}
