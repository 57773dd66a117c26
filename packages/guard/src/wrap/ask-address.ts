import type { Launch } from '../servers/configured-server.ts'

/** What an address says to someone without credentials. */
export type AddressAnswer =
  | { kind: 'open'; transport: Transport }
  /** It answers only those who signed in. */
  | { kind: 'closed'; status: number }
  /** No server of MCP answered. `why`: the end of a sentence. */
  | { kind: 'none'; why: string }
type Transport = Extract<Launch, { kind: 'http' }>['transport']

export type AskAddress = (url: string, transport: Transport, withinMs?: number) => Promise<AddressAnswer>

const WITHIN_MS = 5000
const HELLO = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'assay-guard', version: '0.1.0' } },
})

/** Asks an address once whether it lets in who has no credentials, and by which transport. Never rejects. */
export const askAddress: AskAddress = async (url, transport, withinMs = WITHIN_MS) => {
  const signal = AbortSignal.timeout(withinMs)
  try {
    const posted = transport === 'sse' ? null : await posting(url, signal)
    if (posted !== null && ![400, 404, 405].includes(posted)) return answerOf(posted, 'streamable-http')
    // Servers of 2024-11-05 have their events where others have everything.
    const { status, isStream } = await listening(url, signal)
    if (isStream) return { kind: 'open', transport: 'sse' }
    if (status === 401 || status === 403) return { kind: 'closed', status }
    // A server may refuse this greeting for its version, and still be one.
    return posted === 400 ? { kind: 'open', transport: 'streamable-http' } : answerOf(posted ?? status, 'sse')
  } catch {
    return {
      kind: 'none',
      why: signal.aborted ? `it did not answer within ${withinMs / 1000} s` : 'it cannot be reached',
    }
  }
}

function answerOf(status: number, transport: Transport): AddressAnswer {
  if (status === 401 || status === 403) return { kind: 'closed', status }
  if (status >= 200 && status < 300) return { kind: 'open', transport }
  return { kind: 'none', why: `no MCP server answered there (HTTP ${status})` }
}

async function posting(url: string, signal: AbortSignal): Promise<number> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
  const response = await fetch(url, { method: 'POST', headers, body: HELLO, signal })
  await response.body?.cancel()
  const session = response.headers.get('mcp-session-id')
  if (session !== null) await ended(url, session, signal)
  return response.status
}

async function ended(url: string, session: string, signal: AbortSignal): Promise<void> {
  try {
    const response = await fetch(url, { method: 'DELETE', headers: { 'mcp-session-id': session }, signal })
    await response.body?.cancel()
  } catch {
    // It ends by itself some time.
  }
}

async function listening(url: string, signal: AbortSignal): Promise<{ status: number; isStream: boolean }> {
  const response = await fetch(url, { headers: { accept: 'text/event-stream' }, signal })
  await response.body?.cancel()
  const isStream = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/event-stream')
  return { status: response.status, isStream }
}
