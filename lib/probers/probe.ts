import { setMaxListeners } from 'node:events'
import { boundedObservation, type Observation, outcomeOf } from 'assay-verify/state/observation'
import { POLICY_READ_EVERY_MS } from '../core/access/probing-policy'
import { PUBLIC_ONLY } from '../safe-fetch'
import { dialledAddress } from '../safe-fetch/dialled'
import { readSignIn } from './access/read-sign-in'
import { DeadlinePassed, toProbeFailure } from './failures'
import { PROBERS } from './index'
import {
  type AskElsewhere,
  type Findings,
  NOTHING_FOUND,
  type ProbeControls,
  ProbeFailure,
  type Prober,
  type Probers,
  type ProbeSettings,
  type ProbeTarget,
  type Refusal,
} from './prober'

/** What a probe found, and its observation. */
export type ProbeResult = Findings & {
  observation: Observation
  /**
   * The public address that was dialled last for its host; null or left out: none was. Used only to correlate failures.
   */
  address?: string | null
}

export interface ProbeOptions {
  /** Ends the probe early. Its result (`probe_defect`) then says nothing about the server and must be dropped. */
  signal?: AbortSignal
  /** Receives the error of a defective prober, for the log only: it may hold text of the server. */
  onDefect?: (cause: unknown) => void
  probers?: Probers
  /** Requests that descriptions mark at other origins; left out: none is made. */
  askElsewhere?: AskElsewhere | undefined
}

/** The result for a server whose operator refuses probes: nothing was sent. It is asked again in a day. */
export function optedOut(settings: ProbeSettings, now: Date): ProbeResult {
  const { vantage } = settings
  const observation = { observedAt: now, reason: 'opted_out', latencyMs: null, httpStatus: null, vantage } as const
  return {
    ...findingsOf(new ProbeFailure('opted_out', { retryAfterMs: POLICY_READ_EVERY_MS })),
    observation,
    address: null,
  }
}

/** The runner ended the probe. */
class ProbeStopped extends Error {
  constructor() {
    super('the probe was stopped')
    this.name = 'ProbeStopped'
  }
}

/** A prober that has not ended this long after the deadline is defective; it is no longer waited for. */
const OVERDUE_MS = 5_000

/**
 * Probes one server once, within the deadline, measures the latency, and turns what is thrown into a reason. Never
 * throws: an unknown error is `probe_defect`, which says nothing about the server. `observedAt` is when the probe
 * began.
 */
export async function runProbe(
  target: ProbeTarget,
  settings: ProbeSettings,
  clock: () => Date,
  { signal, onDefect, probers = PROBERS, askElsewhere }: ProbeOptions = {},
): Promise<ProbeResult> {
  const observedAt = clock()
  const stopwatch = new Stopwatch()
  const prober = probers[target.prober]
  const deadlineMs = prober?.deadlineMsOf?.(settings) ?? settings.deadlineMs
  const findings = await withDeadline(deadlineMs, signal, (limited) =>
    probe(prober, target, settings, { ...stopwatch.controls(limited), ...(askElsewhere && { askElsewhere }) }),
  ).catch((error: unknown) => {
    const failure = toProbeFailure(error)
    if (failure === null && !(error instanceof ProbeStopped)) onDefect?.(error)
    return findingsOf(failure ?? new ProbeFailure('probe_defect', { cause: error }))
  })
  const { reason } = findings
  const { latencyMs } = stopwatch
  const httpStatus = findings.httpStatus ?? stopwatch.httpStatus
  const observation = boundedObservation({ observedAt, reason, latencyMs, httpStatus, vantage: settings.vantage })
  const signIn = await signInAfter(findings, stopwatch, target, settings, { signal: signal ?? null, now: observedAt })
  return {
    ...findings,
    ...signIn,
    httpStatus: observation.httpStatus,
    observation,
    address: dialledAddress(target.url),
  }
}

/**
 * How to sign in where the probe was refused, read in what is left of its time. The reading never changes the result of
 * the probe.
 */
async function signInAfter(
  { reason }: Findings,
  { refusal, elapsedMs }: Stopwatch,
  target: ProbeTarget,
  settings: ProbeSettings,
  { signal, now }: { signal: AbortSignal | null; now: Date },
): Promise<Pick<Findings, 'signIn'>> {
  const limitMs = settings.deadlineMs - elapsedMs
  if (refusal === undefined || outcomeOf(reason) !== 'auth_required' || limitMs <= 0) return {}
  const signIn = await readSignIn(target, refusal, settingsFor(target, settings), { limitMs, signal, now })
  return signIn === undefined ? {} : { signIn }
}

async function probe(
  prober: Prober | undefined,
  target: ProbeTarget,
  settings: ProbeSettings,
  controls: ProbeControls,
): Promise<Findings> {
  if (prober === undefined) throw new ProbeFailure('not_probeable')
  return prober.probe(target, settingsFor(target, settings), controls)
}

/**
 * An own target is dialled at its own origin, where that is allowed, and at no other allowed one; any other target is
 * public or not probed.
 */
export function settingsFor({ url, own }: Pick<ProbeTarget, 'url' | 'own'>, settings: ProbeSettings): ProbeSettings {
  if (!own) return { ...settings, dial: PUBLIC_ONLY, stdioCommands: NO_COMMANDS }
  const origin = URL.canParse(url) ? new URL(url).origin : ''
  const isAllowed = settings.dial.allowedOrigins.includes(origin)
  return { ...settings, dial: isAllowed ? { allowedOrigins: [origin] } : PUBLIC_ONLY }
}

const NO_COMMANDS: ProbeSettings['stdioCommands'] = new Map()

async function withDeadline<T>(
  deadlineMs: number,
  stop: AbortSignal | undefined,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController()
  const onStop = () => controller.abort(new ProbeStopped())
  let overdue: NodeJS.Timeout | undefined
  let giveUp: (error: Error) => void = () => {}
  const abandoned = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  const timer = setTimeout(() => {
    controller.abort(new DeadlinePassed())
    overdue = setTimeout(() => giveUp(new Error('the prober did not end at its deadline')), OVERDUE_MS)
  }, deadlineMs)
  if (stop !== undefined) {
    // Many probes share it, and each removes its listener.
    setMaxListeners(0, stop)
    if (stop.aborted) onStop()
    stop.addEventListener('abort', onStop, { once: true })
  }
  try {
    return await Promise.race([step(controller.signal), abandoned])
  } finally {
    clearTimeout(timer)
    clearTimeout(overdue)
    stop?.removeEventListener('abort', onStop)
  }
}

/** Monotonic; reads the time from the last attempt to the first answer after it. */
class Stopwatch {
  latencyMs: number | null = null
  httpStatus: number | null = null
  refusal: Refusal | undefined
  readonly #beganAt = performance.now()
  #startedAt = this.#beganAt

  get elapsedMs(): number {
    return performance.now() - this.#beganAt
  }

  controls(signal: AbortSignal): ProbeControls {
    return {
      signal,
      attempting: () => {
        this.#startedAt = performance.now()
        this.latencyMs = null
      },
      answered: (httpStatus) => {
        this.latencyMs ??= Math.round(performance.now() - this.#startedAt)
        this.httpStatus = httpStatus
      },
      refused: (refusal) => {
        this.refusal = refusal
      },
    }
  }
}

function findingsOf({ reason, httpStatus, retryAfterMs, notes }: ProbeFailure): Findings {
  return { ...NOTHING_FOUND, reason, httpStatus, retryAfterMs, notes: [...notes] }
}
