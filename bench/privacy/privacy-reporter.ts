import { Agent, request } from 'node:http'
import { BenchCannotRun } from '../bench'
import type { IngestRequest } from './privacy-attacks'
import type { HookRequest } from './privacy-hook'

/** Requests in flight at once. */
const CONNECTIONS = 8

/** An answer; `bytes`: headers and body. Status 0: there was none. */
interface ReportResponse {
  status: number
  accepted: number
  bytes: Buffer
}

/** Posts events with a key of its own. */
export interface Reporter {
  post(sent: IngestRequest): Promise<ReportResponse>
  /** Asks as a hook does. */
  hook(sent: HookRequest): Promise<ReportResponse>
}

export async function openReporter(url: string): Promise<Reporter> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const issued = await fetch(`${url}/v1/keys`, { method: 'POST' })
  if (issued.status !== 201) throw new BenchCannotRun(`POST /v1/keys answered ${issued.status}`)
  const { apiKey } = (await issued.json()) as { apiKey: string }
  const headers = { authorization: `Bearer ${apiKey}` }
  return {
    post: ({ body, idempotencyKey }) => {
      const repeated = idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }
      return post(`${url}/v1/ingest`, agent, { ...headers, ...repeated }, body)
    },
    hook: ({ path, body }) => post(`${url}${path}`, agent, headers, body),
  }
}

function post(
  url: string,
  agent: Agent,
  given: Readonly<Record<string, string>>,
  body: string,
): Promise<ReportResponse> {
  const headers = { 'content-type': 'application/json', ...given }
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, accepted: 0, bytes: Buffer.alloc(0) })
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', none)
      response.on('end', () => {
        const answered = Buffer.concat(chunks)
        const bytes = Buffer.concat([Buffer.from(`${response.rawHeaders.join('\n')}\n`, 'latin1'), answered])
        resolve({ status: response.statusCode ?? 0, accepted: acceptedOf(answered), bytes })
      })
    })
    call.on('error', none)
    call.end(body)
  })
}

function acceptedOf(body: Buffer): number {
  try {
    const { accepted } = JSON.parse(body.toString()) as { accepted?: unknown }
    return typeof accepted === 'number' ? accepted : 0
  } catch {
    return 0
  }
}

/** Does the work of each item, as many at once as there are connections. */
export async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}
