import { HttpTransport } from './http/http-transport'
import { SseTransport } from './http/sse-transport'
import { discover, failureOf, type HandshakeFailed, initialize } from './mcp/handshake'
import { findingsAfter, SessionLost } from './mcp/listing'
import { StepTimedOut, withinMs } from './mcp/mcp-transport'
import {
  type Findings,
  PROTOCOL_GENERATIONS,
  type Probe,
  type ProbeControls,
  ProbeFailure,
  type ProbeSettings,
  type ProbeTarget,
  type ProtocolGeneration,
} from './prober'

interface Run {
  target: ProbeTarget
  settings: ProbeSettings
  controls: ProbeControls
}

type Attempt = (run: Run) => Promise<Findings | HandshakeFailed>

/**
 * A server may never answer a method it does not know, and needs time for the one it does: a guessed generation gets
 * half of the deadline, and at most this.
 */
const GUESS_MS = 8_000

/**
 * Probes an MCP server over HTTP in any protocol generation: `server/discover` (2026-07-28), else `initialize`
 * (2025-03-26 to 2025-11-25), else an event stream (2024-11-05). Starts with the generation that worked last time.
 */
export const probeMcpHttp: Probe = async (target, settings, controls) => {
  const run = { target, settings, controls }
  const first = target.generation ?? (target.kind === 'sse' ? 'sse' : 'modern')
  const refusals = new Map<ProtocolGeneration, HandshakeFailed>()
  for (const generation of [first, ...PROTOCOL_GENERATIONS.filter((other) => other !== first)]) {
    if (generation === 'sse' && generation !== first && refusals.get('initialize')?.postRefused === false) continue
    const outcome = await ATTEMPTS[generation](run)
    if (!('failure' in outcome)) return outcome
    refusals.set(generation, outcome)
  }
  throw decidingFailure(refusals, target)
}

const ATTEMPTS = { modern: tryDiscover, initialize: tryInitialize, sse: tryEventStream } as const satisfies Record<
  ProtocolGeneration,
  Attempt
>

/**
 * Of several failed handshakes the one that says most: that a modern server found the request invalid; else that of the
 * transport which the catalog names.
 */
function decidingFailure(
  refusals: ReadonlyMap<ProtocolGeneration, HandshakeFailed>,
  { kind }: ProbeTarget,
): ProbeFailure {
  const modern = refusals.get('modern')
  const initialize = refusals.get('initialize')
  if (modern?.failure.reason === 'probe_defect' && (modern.isModern || initialize?.isModern)) return modern.failure
  const claimed = kind === 'sse' ? refusals.get('sse') : initialize
  return claimed?.failure ?? modern?.failure ?? new ProbeFailure('not_the_protocol')
}

async function tryDiscover(run: Run): Promise<Findings | HandshakeFailed> {
  const { target, settings, controls } = run
  const transport = new HttpTransport(target.url, settings, controls)
  const handshake = await asGuess('modern', run, (signal) => discover(transport, controls, signal))
  if ('failure' in handshake) return handshake
  return findingsAfter(handshake, transport, settings, controls.signal, target)
}

async function tryInitialize(run: Run, isLastTry = false): Promise<Findings | HandshakeFailed> {
  const { target, settings, controls } = run
  const transport = new HttpTransport(target.url, settings, controls)
  try {
    const handshake = await initialize(transport, controls, controls.signal)
    if (!('failure' in handshake)) return await findingsAfter(handshake, transport, settings, controls.signal, target)
    // A server error is about the server, not about the generation.
    if (handshake.failure.reason === 'server_error') throw handshake.failure
    return handshake
  } catch (error) {
    if (!(error instanceof SessionLost)) throw error
    if (isLastTry) throw new ProbeFailure('protocol_error', { notes: ['It loses its sessions at once.'], cause: error })
  } finally {
    await transport.close()
  }
  return tryInitialize(run, true)
}

async function tryEventStream(run: Run): Promise<Findings | HandshakeFailed> {
  const { target, settings, controls } = run
  const transport = await asGuess('sse', run, (signal) => SseTransport.open(target.url, settings, controls, signal))
  if ('failure' in transport) return transport
  if (!transport.opened) {
    return { failure: failureOf({ kind: 'none', size: 0, ...transport }, false), isModern: false, postRefused: true }
  }
  try {
    const handshake = await initialize(transport, controls, controls.signal, 'sse')
    if ('failure' in handshake) return handshake
    return await findingsAfter(handshake, transport, settings, controls.signal, target)
  } finally {
    transport.close()
  }
}

/**
 * Runs a step with less than the whole deadline where its generation is only a guess; without an answer it is not this
 * generation.
 */
async function asGuess<T>(
  generation: ProtocolGeneration,
  { target, settings, controls }: Run,
  step: (signal: AbortSignal) => Promise<T>,
): Promise<T | HandshakeFailed> {
  const isGuess = target.generation !== generation && !(generation === 'sse' && target.kind === 'sse')
  if (!isGuess) return step(controls.signal)
  try {
    return await withinMs(Math.min(settings.deadlineMs / 2, GUESS_MS), controls.signal, step)
  } catch (error) {
    if (error instanceof StepTimedOut)
      return { failure: new ProbeFailure('timed_out', { cause: error }), isModern: false, postRefused: true }
    throw error
  }
}
