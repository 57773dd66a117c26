import { MOST_LISTED_TOOLS, type ProbeSettings } from '../lib/probers/prober'
import { PUBLIC_ONLY } from '../lib/safe-fetch'

/** Settings of probes as the service has them by default, but for what a bench changes. */
export function benchProbeSettings(changes: Partial<ProbeSettings> = {}): ProbeSettings {
  return {
    userAgent: 'AssayProbe/1 (bench)',
    vantage: 'bench',
    deadlineMs: 20_000,
    maxAnswerBytes: 8_000_000,
    maxTools: MOST_LISTED_TOOLS,
    dial: PUBLIC_ONLY,
    stdioCommands: new Map(),
    ...changes,
  }
}
