import { SAMPLE_EVERY_MINUTES } from 'assay-verify/accuracy/forecast-accuracy'
import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { refreshAssessments } from '../../../lib/jobs/assess'
import { sampleForecasts } from '../../../lib/jobs/assess/sample-forecasts'
import { applyRetention } from '../../../lib/jobs/keep'
import type { FinishedProbe } from '../../../lib/monitor/finished-probe'
import type { ProbeLease } from '../../../lib/monitor/next-probe'
import { storeProbeResults } from '../../../lib/monitor/record-probe-results'
import { RECORDING_STEPS } from '../../../lib/runtime/recording-steps'
import type { Database } from '../../../lib/store/database'
import type { SimulatedServer } from './simulated-server'

interface Simulation {
  db: Database
  lease: ProbeLease
  from: Date
  to: Date
  /** Servers that are there before an instant; one that joins after the begin of the window starts at its own. */
  serversBefore(end: Date, start: Date): Promise<readonly SimulatedServer[]>
  /**
   * Called at the end of every day, and at the end of the history, before what follows from the evidence is updated.
   */
  onDay(from: Date, to: Date): Promise<void>
  onProgress(share: number): void
}

/** Evidence that changed nothing is recorded together: for so long, and in the last days for so long. */
const WINDOW_MS = 24 * HOUR_MS
const LAST_WINDOW_MS = 4 * HOUR_MS
/** The last days, in which jobs run every window. */
const LAST_DAYS_MS = 2 * DAY_MS

/**
 * Records the probes of all servers from one instant to another through the code that records real ones, and runs the
 * jobs that follow from them with the clock of the simulation.
 */
export async function simulateHistory({ db, lease, from, to, ...simulation }: Simulation): Promise<number> {
  let probes = 0
  const never = new AbortController().signal
  const record = async (waiting: readonly FinishedProbe[], now: Date) => {
    probes += waiting.length
    await storeProbeResults(db, lease, waiting, now, RECORDING_STEPS)
  }
  for (let start = from; start < to; ) {
    const end = endOfWindow(start, to)
    const servers = await simulation.serversBefore(end, start)
    await passTime(servers, end, record)
    const isLast = to.getTime() - end.getTime() < LAST_DAYS_MS
    const isDayOver = Math.floor(start.getTime() / DAY_MS) !== Math.floor(end.getTime() / DAY_MS) || end >= to
    const clock = () => end
    if (isDayOver || isLast) await simulation.onDay(start, end)
    if (isDayOver) await applyRetention(db, clock)
    // Every server, as the job itself does in the course of the time that the window stands for.
    if (isDayOver || isLast) await sampleForecasts(db, clock, SAMPLE_EVERY_MINUTES)
    if (isDayOver || isLast) await refreshAssessments(db, clock, never)
    start = end
    simulation.onProgress((end.getTime() - from.getTime()) / (to.getTime() - from.getTime()))
  }
  return probes
}

/** Windows end at whole multiples of their length, and so at the ends of days. */
function endOfWindow(start: Date, to: Date): Date {
  const windowMs = to.getTime() - start.getTime() > LAST_DAYS_MS ? WINDOW_MS : LAST_WINDOW_MS
  const end = (Math.floor(start.getTime() / windowMs) + 1) * windowMs
  return new Date(Math.min(end, to.getTime()))
}

type Record = (waiting: readonly FinishedProbe[], now: Date) => Promise<void>

/** Makes every probe that is due before `end`, in the order of time. */
async function passTime(servers: readonly SimulatedServer[], end: Date, record: Record): Promise<void> {
  for (;;) {
    const next = earliest(servers)
    if (next === undefined || next.nextAt >= end.getTime()) break
    const at = new Date(next.nextAt)
    if (!next.probe()) continue
    // What came before the change is recorded first: the accuracy of verdicts is counted between two that rest on fresh
    // evidence.
    const [change] = next.waiting.splice(-1)
    if (next.waiting.length > 0) await record(next.waiting.splice(0), at)
    if (change !== undefined) await record([change], at)
  }
  const waiting = servers.flatMap((server) => server.waiting.splice(0))
  if (waiting.length > 0) await record(waiting, end)
}

function earliest(servers: readonly SimulatedServer[]): SimulatedServer | undefined {
  let first: SimulatedServer | undefined
  for (const server of servers) if (first === undefined || server.nextAt < first.nextAt) first = server
  return first
}
