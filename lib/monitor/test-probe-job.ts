import { RECORDING_STEPS } from '../runtime/recording-steps'
import type { Database } from '../store/database'
import { openConnectivity } from './connectivity'
import type { ProbeJob } from './run-probes'

const quietly = () => undefined

/** Without an address to check the connection with: it always works. */
export function openTestConnectivity(allowedOrigins: readonly string[] = []) {
  return openConnectivity({ canaryUrls: [], userAgent: 'AssayTest/1', allowedOrigins, log: quietly })
}

export const TEST_PROBE_SETTINGS = {
  userAgent: 'AssayTest/1',
  vantage: 'test',
  deadlineMs: 2000,
  maxAnswerBytes: 1_000_000,
  maxTools: 100,
  dial: { allowedOrigins: [] },
  stdioCommands: new Map(),
}

/** A run of probes without a scope: of what is due. */
export function testProbeJob(db: Database, clock: () => Date, more: Partial<ProbeJob> = {}): ProbeJob {
  return {
    db,
    steps: RECORDING_STEPS,
    settings: TEST_PROBE_SETTINGS,
    intervalSeconds: 900,
    recheckSeconds: 20,
    concurrency: 16,
    perHost: 16,
    connectivity: openTestConnectivity(),
    probeLocally: true,
    budgetSeconds: 20,
    clock,
    signal: new AbortController().signal,
    log: quietly,
    ...more,
  }
}
