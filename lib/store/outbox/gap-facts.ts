import { VANTAGE_PREFIX } from 'assay-verify/leaves/vantage-id'
import type { Database } from '../database'
import { queueFacts } from './queue'

/** A monitoring gap of a vantage. */
export interface GapFact {
  vantage: string
  startedAt: Date
  endedAt: Date
}

const TARGET = 0

/** Queues for the log that monitoring gaps began, in that transaction. */
export async function queueGapsBegun(
  tx: Database,
  gaps: readonly Omit<GapFact, 'endedAt'>[],
  now: Date,
): Promise<void> {
  await queueFacts(
    tx,
    gaps.map(({ vantage, startedAt }) => {
      const id = `${VANTAGE_PREFIX}${vantage}`
      return { kind: 'interval', at: startedAt.toISOString(), id, target: TARGET, state: 'void', previous: null }
    }),
    now,
  )
}

/** Queues that monitoring gaps ended: from then on there was connectivity. */
export async function queueGapsEnded(tx: Database, gaps: readonly GapFact[], now: Date): Promise<void> {
  await queueFacts(
    tx,
    gaps.map(({ vantage, startedAt, endedAt }) => {
      const [from, to] = [startedAt.toISOString(), endedAt.toISOString()]
      const previous = { state: 'void', from, to } as const
      return { kind: 'interval', at: to, id: `${VANTAGE_PREFIX}${vantage}`, target: TARGET, state: 'up', previous }
    }),
    now,
  )
}
