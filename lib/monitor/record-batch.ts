import { visibleLine } from 'assay-verify/text/visible-text'
import { isDatabaseUnavailable } from '../store/connection/database-unavailable'
import type { Database } from '../store/database'
import { completeClaims } from '../store/evidence/schedule'
import type { FinishedProbe } from './finished-probe'
import type { NextProbe, ProbeLease } from './next-probe'
import { type RecordingSteps, recordProbeResults } from './record-probe-results'

export interface Recording {
  db: Database
  steps: RecordingSteps
  lease: ProbeLease
  clock: () => Date
  log: (line: string) => void
}

/**
 * Pause of a server whose result cannot be written: nothing is remembered of that probe, so without a pause it is
 * repeated at once.
 */
const LEFT_OUT_FOR_MS = 15 * 60_000

/** Characters of a cause that are logged: it may hold text of the server. */
const CAUSE_SHOWN = 200

/**
 * Commits a batch of probe results in one transaction; answers when their servers are due again. Where that fails, each
 * result is tried by itself, so that one that cannot be written does not keep others out at every run: it is logged and
 * left out, and its server is due again in a quarter of an hour. Throws `DatabaseUnavailable` where the database cannot
 * be used, and the first cause where not even that can be written.
 */
export async function recordBatch(recording: Recording, batch: readonly FinishedProbe[]): Promise<NextProbe[]> {
  const { db, steps, lease, clock } = recording
  try {
    return await recordProbeResults(db, lease, batch, clock(), steps)
  } catch (cause) {
    if (isDatabaseUnavailable(cause)) throw cause
    const recorded: NextProbe[] = []
    for (const entry of batch) {
      try {
        recorded.push(...(await recordProbeResults(db, lease, [entry], clock(), steps)))
      } catch (why) {
        if (isDatabaseUnavailable(why)) throw why
        await leaveOut(recording, entry, why, cause)
      }
    }
    return recorded
  }
}

async function leaveOut(
  { db, lease, clock, log }: Recording,
  { serverKey, targetNo, probe }: FinishedProbe,
  why: unknown,
  cause: unknown,
): Promise<void> {
  const dueAt = new Date(clock().getTime() + LEFT_OUT_FOR_MS)
  const claim = { serverKey, targetNo, dueAt, isRecheck: false, vantage: probe.observation.vantage }
  await completeClaims(db, lease.leaseId, [claim]).catch(() => {
    throw cause
  })
  log(
    `A probe result of server ${serverKey} cannot be written and is left out: ${visibleLine(String(why), CAUSE_SHOWN)}`,
  )
}
