import type { ProbedTarget } from '../lib/core/catalog/probe-target'
import { storeProbeResults } from '../lib/monitor/record-probe-results'
import { NOTHING_FOUND } from '../lib/probers/prober'
import { RECORDING_STEPS } from '../lib/runtime/recording-steps'
import type { Database } from '../lib/store/database'

const PROBES = 8
const PROBED_EVERY_MS = 120_000

/** Records eight probes of each server with this outcome, the last of them shortly before `end`. */
export async function recordProbes(
  db: Database,
  serverKeys: readonly number[],
  target: ProbedTarget,
  end: Date,
  reason: 'answered' | 'connect_failed',
): Promise<void> {
  const httpStatus = reason === 'answered' ? 200 : null
  const finished = serverKeys.flatMap((serverKey) =>
    Array.from({ length: PROBES }, (_, at) => {
      const observedAt = new Date(end.getTime() - (PROBES - at) * PROBED_EVERY_MS)
      const observation = { observedAt, reason, latencyMs: 100 + at, httpStatus, vantage: 'bench' }
      return { serverKey, targetNo: 0, target, probe: { ...NOTHING_FOUND, reason, httpStatus, observation } }
    }),
  )
  const lease = { leaseId: 'bench', intervalSeconds: 900, recheckSeconds: 20 }
  await storeProbeResults(db, lease, finished, end, RECORDING_STEPS)
}
