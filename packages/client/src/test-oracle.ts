import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import data from './test-oracle.json' with { type: 'json' }

/** A request the server received. */
interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Oracle {
  baseUrl: string
  seen: ReceivedRequest[]
  /** Handlers of the next requests in order; the last one handles all after it. */
  answers: ((response: ServerResponse, request: ReceivedRequest) => void)[]
}

/** A real HTTP server on loopback, closed at the end of the test. */
export async function startOracle(...answers: Oracle['answers']): Promise<Oracle> {
  const seen: ReceivedRequest[] = []
  const oracle: Oracle = { baseUrl: '', seen, answers }
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (text: string) => {
      body += text
    })
    request.on('end', () => {
      const { method = '', url: path = '', headers } = request
      const one = { method, path, headers, body }
      seen.push(one)
      const answer = oracle.answers[Math.min(seen.length, oracle.answers.length) - 1]
      answer?.(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  oracle.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return oracle
}

/** An address nothing listens at. */
export async function deadAddress(): Promise<string> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return `http://127.0.0.1:${port}`
}

/** A handler that answers JSON, or a text unchanged. */
export function answer(status: number, body: unknown, headers: Record<string, string> = {}) {
  return (response: ServerResponse) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

/** A handler that never answers. */
export function hang(): void {}

export const HEALTH = {
  toolId: 'garden/northwind/file-cabinet/read_file',
  verdict: 'healthy',
  score: 91.4,
  grade: 'A',
  recommendation: 'proceed',
  status: 'healthy',
  reasons: [{ code: 'answered', text: 'It answered.' }],
  confidence: 0.92,
  asOf: '2026-11-20T18:05:30.029Z',
  staleAfter: '2026-11-20T20:05:30.029Z',
} as const

const CANDIDATE = {
  toolId: HEALTH.toolId,
  kind: 'tool',
  name: 'read_file',
  description: 'Reads a file.',
  serverId: 'garden/northwind/file-cabinet',
  serverTitle: 'File Cabinet',
  productId: 'northwind-file-cabinet',
  publisher: { name: 'northwind', state: 'claimed' },
  verdict: 'healthy',
  status: 'healthy',
  score: 91.4,
  grade: 'A',
  recommendation: 'proceed',
  reasons: HEALTH.reasons,
  access: 'open',
  inputSchema: { type: 'object' },
  relevance: 0.9,
  asOf: null,
} as const

export const UNAVAILABLE = {
  toolId: HEALTH.toolId,
  name: 'read_file',
  serverId: 'garden/northwind/file-cabinet',
  serverTitle: 'File Cabinet',
  verdict: 'down',
  recommendation: 'avoid',
  relevance: 0.91,
  reason: { code: 'timed_out', text: 'It did not answer in time.' },
  since: '2026-11-20T17:05:30.029Z',
  expectedBack: { at: '2026-11-20T19:05:00.000Z', probability: 0.62 },
  step: 1,
} as const

export const ROUTE_CANDIDATE = {
  toolId: HEALTH.toolId,
  differs: 'read file; in File Cabinet; needs path',
  description: 'Reads a file.',
  verdict: 'healthy',
  recommendation: 'proceed',
  reason: null,
  relevance: 0.41,
} as const

export const ROUTE = {
  chosen: {
    ...CANDIDATE,
    callHints: data.callHints,
  },
  fallbacks: [
    { ...CANDIDATE, independent: { repository: true, backend: true, host: true }, callable: 'endpoint', step: 1 },
  ],
  candidates: [],
  unavailable: [],
  recommendation: 'proceed',
  fit: 0.9,
  confidence: 0.9,
} as const
