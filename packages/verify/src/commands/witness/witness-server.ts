import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { formatSignature, signText } from 'assay-tlog/note/signed-note'
import type { NoteSigner, VerifierKey } from 'assay-tlog/note/verifier-key'
import { TlogInUse } from 'assay-tlog/storage/storage'
import { decideWitnessRequest, type WitnessDecision } from 'assay-tlog/witness/decision'
import { MAX_REQUEST_LENGTH, SIZE_MEDIA_TYPE } from 'assay-tlog/witness/request'
import { readWitnessState, updateWitnessState } from './witness-state.ts'

/**
 * What a witness is: its key, the keys of the logs that it cosigns by their origin, and the file that keeps what it
 * cosigned.
 */
export interface WitnessSettings {
  signer: NoteSigner
  logs: ReadonlyMap<string, readonly VerifierKey[]>
  statePath: string
  clock: () => Date
  log: (line: string) => void
}

const HEADERS_MS = 5_000
const REQUEST_MS = 10_000
const MOST_CONNECTIONS = 200
const TEXT = 'text/plain; charset=utf-8'

interface WitnessReply {
  status: number
  body: string
  type?: string
}

/**
 * A witness as an HTTP server that is not listening yet (C2SP tlog-witness). Throws `StateDamaged` where the state file
 * is not one.
 */
export function witnessServer(settings: WitnessSettings): Server {
  readWitnessState(settings.statePath)
  const add = oneByOne((body: string) => addCheckpoint(settings, body))
  const server = createServer({ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS }, async (request, response) => {
    try {
      respond(response, await answerTo(request, settings, add))
    } catch (cause) {
      if (!(cause instanceof TlogInUse)) settings.log(`A request failed: ${String(cause)}`)
      respond(response, { status: cause instanceof TlogInUse ? 503 : 500, body: 'try again later\n' })
    }
  })
  server.maxConnections = MOST_CONNECTIONS
  return server
}

async function answerTo(
  request: IncomingMessage,
  settings: WitnessSettings,
  add: (body: string) => Promise<WitnessReply>,
): Promise<WitnessReply> {
  const { method, url = '' } = request
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(url) ?? []
  if (url === '/add-checkpoint') {
    if (method !== 'POST') return { status: 405, body: 'POST only\n' }
    const body = await readBody(request)
    return body === undefined ? { status: 413, body: 'the request is too long\n' } : add(body)
  }
  if (hash === undefined) return { status: 404, body: 'not found\n' }
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, body: 'GET only\n' }
  const cosigned = [...readWitnessState(settings.statePath).values()].find(({ origin }) => sha256(origin) === hash)
  return cosigned === undefined ? { status: 404, body: 'never cosigned\n' } : { status: 200, body: cosigned.note }
}

async function addCheckpoint(
  { signer, logs, statePath, clock, log }: WitnessSettings,
  body: string,
): Promise<WitnessReply> {
  let answer: WitnessReply = { status: 500, body: '' }
  await updateWitnessState(statePath, (state) => {
    const known = {
      keysOf: (origin: string) => logs.get(origin) ?? [],
      latestOf: (origin: string) => state.get(origin),
    }
    const decision = decideWitnessRequest(body, known)
    if (decision.status !== 200) {
      if (decision.status === 422) log('A checkpoint with a valid signature does not continue the one before.')
      answer = refusal(decision)
      return null
    }
    const line = formatSignature(signText(decision.text, signer, clock()))
    answer = { status: 200, body: line }
    return { origin: decision.origin, note: decision.note + line }
  })
  return answer
}

function refusal(decision: Exclude<WitnessDecision, { status: 200 }>): WitnessReply {
  return decision.status === 409
    ? { status: 409, body: `${decision.size}\n`, type: SIZE_MEDIA_TYPE }
    : { status: decision.status, body: `${decision.why}\n` }
}

/** undefined: longer than any request, or no UTF-8. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length > MAX_REQUEST_LENGTH) return undefined
    chunks.push(chunk as Buffer)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(chunks))
  } catch {
    // Refused as a request that is not in form.
    return ''
  }
}

function respond(response: ServerResponse, { status, body, type = TEXT }: WitnessReply): void {
  if (response.headersSent || response.destroyed) return
  // A request of which the rest was not read cannot be followed by another.
  const connection = status === 413 ? { connection: 'close' } : {}
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body), ...connection })
  response.end(response.req.method === 'HEAD' ? undefined : body)
}

/** Runs calls one after the other. */
function oneByOne<Given, Result>(work: (given: Given) => Promise<Result>): (given: Given) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve()
  return (given) => {
    const next = last.then(
      () => work(given),
      () => work(given),
    )
    last = next
    return next
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
