import { Agent, request } from 'node:http'
import { BenchCannotRun } from '../bench'
import type { IngestRequest } from './privacy-attacks'

/** Requests in flight at once. */
export const CONNECTIONS = 8

/** An answer; `bytes`: headers and body. Status 0: there was none. */
interface ReportResponse {
  status: number
  accepted: number
  bytes: Buffer
}

/** Posts events with a key of its own. */
export interface Reporter {
  post(sent: IngestRequest): Promise<ReportResponse>
}

export async function openReporter(url: string): Promise<Reporter> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const issued = await fetch(`${url}/v1/keys`, { method: 'POST' })
  if (issued.status !== 201) throw new BenchCannotRun(`POST /v1/keys answered ${issued.status}`)
  const { apiKey } = (await issued.json()) as { apiKey: string }
  return { post: (sent) => post(`${url}/v1/ingest`, agent, apiKey, sent) }
}

function post(
  url: string,
  agent: Agent,
  apiKey: string,
  { body, idempotencyKey }: IngestRequest,
): Promise<ReportResponse> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${apiKey}`,
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
  }
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
