import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** What the callers saw since the last reset. */
interface Seen {
  /** Answers by status; `memory`: 200 that says it comes from memory. */
  answers: Record<string, number>
  /** Requests sent on an open connection that ended without an answer. */
  lostInFlight: number
  /** Connections that were refused: those requests were never sent. */
  refused: number
  slowestMs: number
}

/** Callers of a service, and what it acknowledged to them. */
export interface FaultLoad {
  /** Acknowledged events, and ids of issued keys. */
  acknowledged: { events: number; keyIds: string[] }
  /** Answers what was seen since the last call. */
  take(): Seen
  stop(): Promise<void>
}

interface LoadResponse {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

const READERS = 120
const REPORTERS = 8
const NEW_KEYS = 2
const EVENTS_OF_A_BATCH = 10
const ANSWER_WITHIN_MS = 60_000
/** Between two requests of one caller: busy enough for a stop, not for two cores. */
const PAUSE_MS = 40

const nothingSeen = (): Seen => ({ answers: {}, lostInFlight: 0, refused: 0, slowestMs: 0 })

/**
 * 130 callers with a connection each, which they keep open: readers of one tool's health, reporters of outcomes with a
 * key, and callers that create keys.
 */
export function startFaultLoad(url: string, toolId: string, apiKey: string): FaultLoad {
  const acknowledged: FaultLoad['acknowledged'] = { events: 0, keyIds: [] }
  let seen = nothingSeen()
  let isOpen = true
  const batch = JSON.stringify({
    events: Array.from({ length: EVENTS_OF_A_BATCH }, () => ({ toolId, success: true, latencyMs: 100 })),
  })
  const keyed = { authorization: `Bearer ${apiKey}` }
  const caller = async (ask: (agent: Agent) => Promise<LoadResponse>, onAnswer: (answer: LoadResponse) => void) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (isOpen) {
      const beganAt = performance.now()
      try {
        const answer = await ask(agent)
        const fromMemory = answer.headers['cache-status'] === undefined ? '' : ' from memory'
        const kind = `${answer.status}${fromMemory}`
        seen.answers[kind] = (seen.answers[kind] ?? 0) + 1
        seen.slowestMs = Math.max(seen.slowestMs, Math.round(performance.now() - beganAt))
        if (answer.status < 300) onAnswer(answer)
      } catch (cause) {
        if ((cause as NodeJS.ErrnoException).code === 'ECONNREFUSED') seen.refused += 1
        else seen.lostInFlight += 1
      }
      await wait(PAUSE_MS)
    }
    agent.destroy()
  }
  const read = (agent: Agent) => send(agent, `${url}/v1/health/${toolId}`, 'GET', keyed)
  const report = (agent: Agent) => send(agent, `${url}/v1/ingest`, 'POST', keyed, batch)
  const createKey = (agent: Agent) => send(agent, `${url}/v1/keys`, 'POST', {}, '{}')
  const callers = [
    ...Array.from({ length: READERS }, () => caller(read, () => undefined)),
    ...Array.from({ length: REPORTERS }, () =>
      caller(report, () => {
        acknowledged.events += EVENTS_OF_A_BATCH
      }),
    ),
    ...Array.from({ length: NEW_KEYS }, () =>
      caller(createKey, ({ body }) => acknowledged.keyIds.push((JSON.parse(body) as { keyId: string }).keyId)),
    ),
  ]
  return {
    acknowledged,
    take: () => {
      const taken = seen
      seen = nothingSeen()
      return taken
    },
    stop: async () => {
      isOpen = false
      await Promise.all(callers)
    },
  }
}

function send(agent: Agent, address: string, method: string, headers: object, body?: string): Promise<LoadResponse> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/json' }
    const sent = request(address, { agent, method, headers: { ...headers, ...type } }, (response) => {
      let text = ''
      response.on('data', (bytes: Buffer) => {
        text += bytes.toString()
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body: text }))
      response.on('error', reject)
    })
    sent.setTimeout(ANSWER_WITHIN_MS, () => sent.destroy(new Error('no answer')))
    sent.on('error', reject)
    sent.end(body)
  })
}
