import { visibleLine } from '../core/text/visible-text'
import type { Database } from '../store/database'
import { completeClaims } from '../store/evidence/schedule'
import { type FinishedProbe, recordProbeResults } from './record-probe-results'

export interface Committing {
  db: Database
  leaseId: string
  clock: () => Date
  log: (line: string) => void
}

/** Not sooner: what was not written is not remembered, so it would be looked at again and again. */
const LEFT_OUT_FOR_MS = 15 * 60_000

/** Characters of a cause that are logged: it may hold text of the server. */
const CAUSE_SHOWN = 200

/**
 * Commits a batch of looks in one transaction. Where that fails, each look is tried by itself, so that one that cannot be written does not keep
 * others from it at every run: it is told of and left out, and its server is due again in a quarter of an hour. Throws the first cause
 * where not even that can be written, for then the fault is the database's.
 */
export async function recordBatch(committing: Committing, batch: readonly FinishedProbe[]): Promise<void> {
  const { db, leaseId, clock } = committing
  try {
    await recordProbeResults(db, leaseId, batch, clock())
  } catch (cause) {
    for (const entry of batch) {
      await recordProbeResults(db, leaseId, [entry], clock()).catch((why: unknown) =>
        leaveOut(committing, entry, why, cause),
      )
    }
  }
}

async function leaveOut(
  { db, leaseId, clock, log }: Committing,
  { serverKey, probe }: FinishedProbe,
  why: unknown,
  cause: unknown,
): Promise<void> {
  const dueAt = new Date(clock().getTime() + LEFT_OUT_FOR_MS)
  const claim = { serverKey, dueAt, isRecheck: false, vantage: probe.observation.vantage }
  await completeClaims(db, leaseId, [claim]).catch(() => {
    throw cause
  })
  log(`A look at server ${serverKey} cannot be written and is left out: ${visibleLine(String(why), CAUSE_SHOWN)}`)
}
