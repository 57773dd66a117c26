import { discover, failureOf, initialize, type NotGreeted } from './handshake'
import { HttpWire } from './http-wire'
import { findingsAfter, SessionLost } from './listing'
import {
  ERAS,
  type Era,
  type Findings,
  type LookAid,
  LookFailure,
  type Probe,
  type ProbeSettings,
  type ProbeTarget,
} from './prober'
import { SseWire } from './sse-wire'
import { Silence, withinMs } from './wire'

interface Visit {
  target: ProbeTarget
  settings: ProbeSettings
  aid: LookAid
}

type Attempt = (visit: Visit) => Promise<Findings | NotGreeted>

/**
 * A server that never answers a method it does not know must be left time for the method it does: an era we only guess
 * at gets half of the deadline, and no more than this.
 */
const GUESS_MS = 8_000

/**
 * Looks at an MCP server over HTTP, whichever era it speaks: `server/discover` (2026-07-28), else `initialize`
 * (2025-03-26 to 2025-11-25), else an event stream (2024-11-05). Starts with the era remembered, and goes through the
 * others if that one fails.
 */
export const probeMcpHttp: Probe = async (target, settings, aid) => {
  const visit = { target, settings, aid }
  const first = target.era ?? (target.kind === 'sse' ? 'sse' : 'modern')
  const refusals = new Map<Era, NotGreeted>()
  for (const era of [first, ...ERAS.filter((other) => other !== first)]) {
    if (era === 'sse' && era !== first && refusals.get('initialize')?.postRefused === false) continue
    const outcome = await ATTEMPTS[era](visit)
    if (!('failure' in outcome)) return outcome
    refusals.set(era, outcome)
  }
  throw telling(refusals, target)
}

const ATTEMPTS = { modern: tryDiscover, initialize: tryInitialize, sse: tryEventStream } as const satisfies Record<
  Era,
  Attempt
>

/**
 * Of several refusals the one that says most: a modern server found us wrong; else what the transport it claims to have
 * answered.
 */
function telling(refusals: ReadonlyMap<Era, NotGreeted>, { kind }: ProbeTarget): LookFailure {
  const modern = refusals.get('modern')
  const initialize = refusals.get('initialize')
  if (modern?.failure.reason === 'probe_defect' && (modern.isModern || initialize?.isModern)) return modern.failure
  const claimed = kind === 'sse' ? refusals.get('sse') : initialize
  return claimed?.failure ?? modern?.failure ?? new LookFailure('not_the_protocol')
}

async function tryDiscover(visit: Visit): Promise<Findings | NotGreeted> {
  const { target, settings, aid } = visit
  const wire = new HttpWire(target.url, settings, aid)
  const greeting = await asGuess('modern', visit, (signal) => discover(wire, aid, signal))
  if ('failure' in greeting) return greeting
  return findingsAfter(greeting, wire, settings, aid.signal)
}

async function tryInitialize(visit: Visit, isLastTry = false): Promise<Findings | NotGreeted> {
  const { target, settings, aid } = visit
  const wire = new HttpWire(target.url, settings, aid)
  try {
    const greeting = await initialize(wire, aid, aid.signal)
    if (!('failure' in greeting)) return await findingsAfter(greeting, wire, settings, aid.signal)
    // A server error is about the server, not about the era.
    if (greeting.failure.reason === 'server_error') throw greeting.failure
    return greeting
  } catch (error) {
    if (!(error instanceof SessionLost)) throw error
    if (isLastTry)
      throw new LookFailure('protocol_error', { notes: ['It forgets its sessions at once.'], cause: error })
  } finally {
    await wire.close()
  }
  return tryInitialize(visit, true)
}

async function tryEventStream(visit: Visit): Promise<Findings | NotGreeted> {
  const { target, settings, aid } = visit
  const wire = await asGuess('sse', visit, (signal) => SseWire.open(target.url, settings, aid, signal))
  if ('failure' in wire) return wire
  if (!wire.opened) {
    return { failure: failureOf({ kind: 'none', size: 0, ...wire }, false), isModern: false, postRefused: true }
  }
  try {
    const greeting = await initialize(wire, aid, aid.signal, 'sse')
    if ('failure' in greeting) return greeting
    return await findingsAfter(greeting, wire, settings, aid.signal)
  } finally {
    wire.close()
  }
}

/** Runs a step with less than the whole deadline where its era is only a guess; silence then means: not this era. */
async function asGuess<T>(
  era: Era,
  { target, settings, aid }: Visit,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T | NotGreeted> {
  const isGuess = target.era !== era && !(era === 'sse' && target.kind === 'sse')
  if (!isGuess) return step(aid.signal)
  try {
    return await withinMs(Math.min(settings.deadlineMs / 2, GUESS_MS), aid.signal, step)
  } catch (error) {
    if (error instanceof Silence)
      return { failure: new LookFailure('timed_out', { cause: error }), isModern: false, postRefused: true }
    throw error
  }
}
