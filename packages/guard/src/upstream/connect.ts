import {
  Client,
  type jsonSchemaValidator,
  ProtocolError,
  type Transport,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/client'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Definitions } from './definitions.ts'
import type { Remembered, Spoken } from './definitions-store.ts'
import { classified, endedAtStart, secondsOf, startFailure, statusOf } from './failures.ts'
import { NEVER_MS, PendingCall } from './pending-call.ts'
import { processEndOf, type TransportOptions, transportOf } from './transports.ts'
import { keepCode } from './unaltered.ts'
import { type AgentIdentity, type Members, UpstreamFailure } from './upstream.ts'

type Era = Definitions['era']

/** A server that was reached, and what it said of itself. */
export interface Connected {
  client: Client
  transport: Transport
  era: Era
  spoken: Spoken
  /** What it answered to the handshake: the SDK leaves out what it does not know. */
  introduction: Members
}

/** What a server sends of its own accord. */
export interface Inbound {
  request(request: { method: string; params?: Members }, signal: AbortSignal): Promise<Members>
  notification(notification: { method: string; params?: Members }): void
}

const MODERN_VERSION = '2026-07-28'
const UNKNOWN: Spoken = { legacy: null, modern: null }
const INPUTS = { sampling: 'sampling/createMessage', elicitation: 'elicitation/create', roots: 'roots/list' } as const

/** The generations of the protocol to try, the one of the agent first; what the server refused before comes last. */
export function erasToTry(agent: Era, spoken: Spoken): Era[] {
  const order: Era[] = agent === 'modern' ? ['modern', 'legacy'] : ['legacy', 'modern']
  return order.sort((one, other) => Number(spoken[one] === false) - Number(spoken[other] === false))
}

/**
 * Starts a server, or connects to it, and introduces the agent. Rejects with `UpstreamFailure`, or with what the server
 * answered.
 */
export async function connect(
  server: ConfiguredServer,
  agent: AgentIdentity,
  remembered: Remembered | null,
  inbound: Inbound,
  options: TransportOptions,
  given: AbortSignal,
): Promise<Connected> {
  const spoken = { ...UNKNOWN, ...remembered?.spoken }
  const eras = erasToTry(agent.era, spoken)
  for (;;) {
    const era = eras.shift() as Era
    // A server that does not know the newer generation may leave the question unanswered.
    const isProbe = era === 'modern' && spoken.modern === null && eras.length > 0
    try {
      const silenceMs = isProbe ? server.silenceMs / 2 : server.silenceMs
      const connected = await attempt(server, agent, era, inbound, options, silenceMs, given)
      return { ...connected, spoken: { ...spoken, [era]: true } }
    } catch (error) {
      if (given.aborted) throw error
      if (eras.length === 0 || !(isRefusal(error, server.name) || (isProbe && isNoAnswer(error, server.name))))
        throw startFailure(error, server)
      spoken[era] = false
    }
  }
}

/** Results are passed on as they are. The SDK's own is some megabytes for each server. */
const UNUSED_VALIDATOR: jsonSchemaValidator = {
  getValidator: () => (data) => ({ valid: true, data: data as never, errorMessage: undefined }),
}

/** Answers about who asks, or how often. */
const NO_REFUSALS = new Set([401, 403, 429])

/** Whether a server answered that it does not speak this generation, or so that it cannot. */
function isRefusal(error: unknown, name: string): boolean {
  const status = statusOf(error)
  return (status === null || !NO_REFUSALS.has(status)) && classified(error, name) instanceof ProtocolError
}

/** A process may end at what it does not know. */
function isNoAnswer(error: unknown, name: string): boolean {
  const found = classified(error, name)
  return found instanceof UpstreamFailure && found.kind !== 'start'
}

async function attempt(
  server: ConfiguredServer,
  agent: AgentIdentity,
  era: Era,
  inbound: Inbound,
  options: TransportOptions,
  silenceMs: number,
  given: AbortSignal,
): Promise<Omit<Connected, 'spoken'>> {
  const client = new Client(agent.info, { capabilities: agent.capabilities, jsonSchemaValidator: UNUSED_VALIDATOR })
  const call = new PendingCall(silenceMs, startFailures(server.name, silenceMs))
  const transport = transportOf(server.launch, options, call)
  let introduction: Members | null = null
  // The SDK calls this besides its own. Its first request is the handshake.
  transport.onmessage = (message) => {
    keepCode(message)
    if ('result' in message && message.id === 0) introduction ??= message.result
  }
  client.fallbackRequestHandler = (request, context) =>
    inbound.request(messageOf(request), context.mcpReq.signal) as never
  // The SDK drops a progress that arrives together with the result.
  client.removeNotificationHandler('notifications/progress')
  client.fallbackNotificationHandler = async (notification) => inbound.notification(messageOf(notification))
  const onAbort = () => call.fail(new UpstreamFailure('closed', `${server.name} was given up.`, false))
  given.addEventListener('abort', onAbort)
  try {
    await call.result(() => (era === 'legacy' ? initialize : discover)(client, transport, call))
    if (era === 'modern') answerInputs(client, agent, inbound)
    return { client, transport, era, introduction: introduction ?? {} }
  } catch (error) {
    // Of a process that does not end by itself this takes seconds.
    const end = processEndOf(transport)
    void transport.close().catch(() => {})
    throw end === null || error instanceof ProtocolError ? error : endedAtStart(server.name, end)
  } finally {
    given.removeEventListener('abort', onAbort)
  }
}

/** Without its id, which is of this connection. */
function messageOf({ method, params }: { method: string; params?: Members | undefined }) {
  return params === undefined ? { method } : { method, params }
}

async function initialize(client: Client, transport: Transport, { signal }: PendingCall): Promise<void> {
  await client.connect(transport, { prior: { kind: 'legacy' }, timeout: NEVER_MS, signal })
}

/** The one question of the newer generation, asked on the connection itself: the SDK would start a process for it. */
async function discover(client: Client, transport: Transport, { signal }: PendingCall): Promise<void> {
  const assumed = { supportedVersions: [MODERN_VERSION], capabilities: {} }
  await client.connect(transport, { prior: { kind: 'modern', discover: assumed } })
  const { supportedVersions } = await client.discover({ timeout: NEVER_MS, signal })
  if (!supportedVersions.includes(MODERN_VERSION))
    throw new UnsupportedProtocolVersionError({ supported: supportedVersions, requested: MODERN_VERSION })
}

/** What a server of the newer generation asks for in its results is answered by the agent. */
function answerInputs(client: Client, { capabilities }: AgentIdentity, inbound: Inbound): void {
  for (const [capability, method] of Object.entries(INPUTS)) {
    if (capabilities[capability as keyof typeof INPUTS] === undefined) continue
    client.setRequestHandler(
      method,
      (request, context) => inbound.request(messageOf(request), context.mcpReq.signal) as never,
    )
  }
}

function startFailures(name: string, silenceMs: number) {
  return {
    silent: () =>
      new UpstreamFailure('silence', `${name} did not start: no sign of life for ${secondsOf(silenceMs)}.`, false),
    ended: () => new UpstreamFailure('closed', `${name} ended the connection while it started.`, false),
  }
}
