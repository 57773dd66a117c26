import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidV7 } from '../../packages/client/src/uuid-v7'
import { bodyOf, randomTools, type SentOutcomes } from '../stream/outcome-load'
import { wordsOf } from './documents'

/** What is asked for. */
export const KINDS = ['read', 'search', 'outcomes'] as const
export type Kind = (typeof KINDS)[number]
/** The way through the proxy: with its repetition, and without. */
const WAYS = ['repeated', 'once'] as const
export type Way = (typeof WAYS)[number]

/** One request that ended. */
export interface Call {
  kind: Kind
  way: Way
  /** When it was to be sent, on the clock of `performance.now()`. */
  at: number
  /** From then to the end of its answer. */
  ms: number
  /** 0: there was none. */
  status: number
}

interface CallersParts {
  urls: Readonly<Record<Way, string>>
  headers: Readonly<Record<string, string>>
  toolIds: readonly string[]
  /** Of those, the ones whose outcomes are reported. */
  reported: readonly string[]
}

export interface Callers {
  calls: readonly Call[]
  /** What was acknowledged, event by event; a batch is repeated under its key until it is. */
  outcomes: SentOutcomes
  /** Sends nothing new, and resolves once all that was sent has ended. */
  stop(): Promise<void>
}

/** Requests a second on each way, at fixed moments, whether or not those before are answered. */
const A_SECOND: Readonly<Record<Kind, number>> = { read: 40, search: 2, outcomes: 4 }
const EVENTS = 50
const REPEATED_AFTER_MS = 250
const ANSWER_WITHIN_MS = 30_000
/** After the load a batch is repeated no longer than this. */
const GIVEN_UP_AFTER_MS = 60_000

/** Starts callers that read, search and report outcomes on both ways. */
export function startCallers({ urls, headers, toolIds, reported }: CallersParts): Callers {
  const calls: Call[] = []
  const outcomes: SentOutcomes = { batches: 0, acknowledged: new Map(), uncertain: new Map(), failures: {} }
  // Without a time of its own, which a socket would keep from when it was idle.
  const agent = new Agent({ keepAlive: true, maxSockets: 512 })
  const underWay = new Set<Promise<void>>()
  const beganAt = performance.now()
  let endedAt: number | null = null
  const call = async (kind: Kind, way: Way, at: number, asked: Asked) => {
    const { status } = await ask(agent, urls[way], headers, asked)
    calls.push({ kind, way, at, ms: performance.now() - at, status })
    return status === 200
  }
  const report = async (way: Way, at: number) => {
    const tools = randomTools(reported, EVENTS)
    const asked = { path: '/v1/ingest', body: bodyOf(tools), key: uuidV7(Date.now()) }
    let isAcknowledged = await call('outcomes', way, at, asked)
    while (!isAcknowledged && (endedAt === null || performance.now() < endedAt + GIVEN_UP_AFTER_MS)) {
      await wait(REPEATED_AFTER_MS)
      isAcknowledged = await call('outcomes', way, performance.now(), asked)
    }
    if (isAcknowledged) outcomes.batches += 1
    const counts = isAcknowledged ? outcomes.acknowledged : outcomes.uncertain
    for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  }
  const one = async (kind: Kind, way: Way, at: number) => {
    if (kind === 'outcomes') return report(way, at)
    const path = kind === 'read' ? `/v1/health/${randomTools(toolIds, 1)[0]}` : `/v1/search?q=${randomQuery()}`
    await call(kind, way, at, { path })
  }
  const pace = async (kind: Kind, way: Way) => {
    for (let n = 0; endedAt === null; n += 1) {
      const at = beganAt + (n * 1000) / A_SECOND[kind]
      await wait(Math.max(0, at - performance.now()))
      const sent = one(kind, way, at)
      underWay.add(sent)
      void sent.finally(() => underWay.delete(sent))
    }
  }
  const paces = KINDS.flatMap((kind) => WAYS.map((way) => pace(kind, way)))
  return {
    calls,
    outcomes,
    stop: async () => {
      endedAt = performance.now()
      await Promise.all(paces)
      await Promise.all(underWay)
      agent.destroy()
    },
  }
}

function randomQuery(): string {
  return encodeURIComponent(wordsOf(Math.floor(Math.random() * 1e6)).join(' '))
}

interface Asked {
  path: string
  /** Left out: a GET. */
  body?: string
  key?: string
}

/** Status and body of the answer; status 0: none came. */
export function ask(
  agent: Agent,
  url: string,
  headers: Readonly<Record<string, string>>,
  { path, body, key }: Asked,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve) => {
    const ofBody = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': body.length }
    const given = { ...headers, ...ofBody, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const options = { method: body === undefined ? 'GET' : 'POST', agent, headers: given, timeout: ANSWER_WITHIN_MS }
    const nothing = () => resolve({ status: 0, text: '' })
    const asked = request(url + path, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (piece: string) => {
        text += piece
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', nothing)
    })
    asked.on('error', nothing)
    asked.on('timeout', () => asked.destroy())
    asked.end(body)
  })
}
