import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { uuidV7 } from '../../packages/client/src/uuid-v7'

/** Events of one batch. */
export const EVENTS = 100
const LANES = 16
const ANSWER_WITHIN_MS = 20_000
const RETRY_MS = 200
/** A batch with a key is repeated for so long after the load. */
const GIVEN_UP_AFTER_MS = 60_000

interface OutcomeLoad {
  /** Addresses of the processes that take outcomes in; a lane goes on to the next after a failure. */
  urls: readonly string[]
  headers: Readonly<Record<string, string>>
  /** Ids of the tools that are reported. */
  tools: readonly string[]
  /** Whether batches have idempotency keys, and are repeated until they are acknowledged. */
  isKeyed: boolean
  seconds: number
}

export interface SentOutcomes {
  batches: number
  /** Acknowledged events by tool. */
  acknowledged: Map<string, number>
  /** Events by tool of batches that were not answered 200, and may be counted or not. */
  uncertain: Map<string, number>
  /** Requests that were not answered 200, by status; 0: without an answer. */
  failures: Record<number, number>
}

/** Sends batches of random tools from 16 lanes, one in flight on each. */
export async function sendOutcomes(load: OutcomeLoad): Promise<SentOutcomes> {
  const sent: SentOutcomes = { batches: 0, acknowledged: new Map(), uncertain: new Map(), failures: {} }
  const endsAt = performance.now() + load.seconds * 1000
  const lane = async (_: unknown, at: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    let turn = at
    const sendOnce = async (body: string, key: string | null) => {
      const url = load.urls[turn % load.urls.length] ?? ''
      const headers = { ...load.headers, ...(key === null ? {} : { 'idempotency-key': key }) }
      const status = await post(agent, `${url}/v1/ingest`, headers, body)
      if (status === 200) return true
      turn += 1
      sent.failures[status] = (sent.failures[status] ?? 0) + 1
      return false
    }
    while (performance.now() < endsAt) {
      const tools = randomTools(load.tools, EVENTS)
      const body = bodyOf(tools)
      const key = load.isKeyed ? uuidV7(Date.now()) : null
      let isAcknowledged = await sendOnce(body, key)
      while (!isAcknowledged && key !== null && performance.now() < endsAt + GIVEN_UP_AFTER_MS) {
        await wait(RETRY_MS)
        isAcknowledged = await sendOnce(body, key)
      }
      if (isAcknowledged) sent.batches += 1
      else await wait(RETRY_MS)
      const counts = isAcknowledged ? sent.acknowledged : sent.uncertain
      for (const tool of tools) counts.set(tool, (counts.get(tool) ?? 0) + 1)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return sent
}

/** So many ids, at random. */
export function randomTools(ids: readonly string[], count: number): string[] {
  return Array.from({ length: count }, () => ids[Math.floor(Math.random() * ids.length)] ?? '')
}

/** The body of a batch with an event for each of these ids. */
export function bodyOf(tools: readonly string[]): string {
  return JSON.stringify({ events: tools.map((toolId) => ({ toolId, success: true, latencyMs: 200 })) })
}

/** The status of the answer; 0: none came. */
function post(agent: Agent, url: string, headers: Readonly<Record<string, string>>, body: string): Promise<number> {
  return new Promise((resolve) => {
    const given = { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    const asked = request(url, { method: 'POST', agent, headers: given, timeout: ANSWER_WITHIN_MS }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode ?? 0))
      response.on('error', () => resolve(0))
    })
    asked.on('error', () => resolve(0))
    asked.on('timeout', () => asked.destroy())
    asked.end(body)
  })
}

interface Comparison {
  /** Acknowledged events that are not counted. */
  acknowledgedLost: number
  /** Counted events beyond all that were sent and may be counted. */
  countedTwice: number
}

/** Compares what was acknowledged with what is counted, tool by tool. */
export function compareCounts(counted: ReadonlyMap<string, number>, sent: readonly SentOutcomes[]): Comparison {
  const sum = (of: 'acknowledged' | 'uncertain', tool: string) =>
    sent.reduce((events, one) => events + (one[of].get(tool) ?? 0), 0)
  const tools = new Set([...counted.keys(), ...sent.flatMap((one) => [...one.acknowledged.keys()])])
  const compared = { acknowledgedLost: 0, countedTwice: 0 }
  for (const tool of tools) {
    const events = counted.get(tool) ?? 0
    const least = sum('acknowledged', tool)
    compared.acknowledgedLost += Math.max(0, least - events)
    compared.countedTwice += Math.max(0, events - least - sum('uncertain', tool))
  }
  return compared
}
