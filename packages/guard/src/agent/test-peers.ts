import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport as OldTransport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { testFolder } from '../test-built.ts'
import type { Members } from '../upstream/upstream.ts'
import { ANY_RESULT } from './members.ts'

/** An official client: of the first SDK, or of the second with a handshake or without. */
export type PeerKind = 'first' | 'legacy' | 'modern'

export type Reached = { command: string; args: string[]; env?: Record<string, string> } | { url: string }

export interface PeerOptions {
  signal?: AbortSignal
  onProgress?: (progress: unknown) => void
}

/** A client that writes down the notifications and requests it gets. */
export interface Peer {
  request(method: string, params?: Members, options?: PeerOptions): Promise<Members>
  notify(method: string, params?: Members): Promise<void>
  notified: { method: string; params?: unknown }[]
  asked: { method: string; params?: unknown }[]
  introduction(): unknown
  /** Resolves when it has got a notification by that name. */
  until(method: string): Promise<void>
  close(): Promise<void>
}

/** The folder that each client says it works in. */
export const ROOT = testFolder()
const CAPABILITIES = { sampling: {}, elicitation: { form: {} }, roots: { listChanged: true } }
const ANSWERS: Readonly<Record<string, Members>> = {
  'sampling/createMessage': {
    role: 'assistant',
    model: 'm',
    content: { type: 'text', text: 'Said.' },
    _meta: { a: 1 },
  },
  'elicitation/create': { action: 'accept', content: { name: 'Ada' } },
  'roots/list': { roots: [{ uri: `file://${ROOT}`, name: 'root' }] },
}
const INFO = { name: 'peer', version: '9' }

interface AnyClient {
  fallbackRequestHandler?: unknown
  fallbackNotificationHandler?: unknown
  request(request: object, schema: unknown, options: object): Promise<unknown>
  notification(notification: object): Promise<void>
  getServerVersion(): unknown
  getServerCapabilities(): unknown
  getInstructions(): unknown
  close(): Promise<void>
}

export async function connectPeer(kind: PeerKind, reached: Reached): Promise<Peer> {
  if (kind === 'first') {
    const client = new OldClient(INFO, { capabilities: CAPABILITIES })
    const peer = peerOf(client as unknown as AnyClient)
    const transport =
      'url' in reached ? new OldHttp(new URL(reached.url)) : new OldStdio({ ...reached, stderr: 'ignore' })
    await client.connect(transport as OldTransport)
    return peer
  }
  const mode = kind === 'legacy' ? 'legacy' : { pin: '2026-07-28' }
  const client = new Client(INFO, { capabilities: CAPABILITIES, versionNegotiation: { mode } })
  const peer = peerOf(client as unknown as AnyClient)
  for (const method of ['sampling/createMessage', 'elicitation/create', 'roots/list'] as const)
    client.setRequestHandler(method, (request) => {
      peer.asked.push(withoutTokens(request))
      return ANSWERS[method] as never
    })
  const transport: Transport =
    'url' in reached
      ? new StreamableHTTPClientTransport(new URL(reached.url))
      : new StdioClientTransport({ ...reached, stderr: 'ignore' })
  await client.connect(transport)
  return peer
}

function peerOf(client: AnyClient): Peer {
  const notified: Peer['notified'] = []
  const asked: Peer['asked'] = []
  const waiting: { method: string; resolve: () => void }[] = []
  client.fallbackNotificationHandler = async (notification: Peer['notified'][number]) => {
    notified.push(withoutTokens(notification))
    for (const one of waiting) if (one.method === notification.method) one.resolve()
  }
  client.fallbackRequestHandler = async (request: Peer['asked'][number]) => {
    asked.push(withoutTokens(request))
    const answer = ANSWERS[request.method]
    if (answer === undefined) throw Object.assign(new Error('Method not found'), { code: -32_601 })
    return answer
  }
  return {
    notified,
    asked,
    request: async (method, params = {}, { onProgress: onprogress, signal } = {}) => {
      const options = { timeout: 20_000, ...(onprogress && { onprogress }), ...(signal && { signal }) }
      return (await client.request({ method, params }, ANY_RESULT, options)) as Members
    },
    notify: (method, params) => client.notification(params === undefined ? { method } : { method, params }),
    introduction: () => [client.getServerVersion(), client.getServerCapabilities(), client.getInstructions()],
    until: async (method) => {
      if (notified.some((one) => one.method === method)) return
      await new Promise<void>((resolve) => waiting.push({ method, resolve }))
    },
    close: () => client.close(),
  }
}

/** Ids and tokens are of a connection. */
function withoutTokens({ method, params }: { method: string; params?: unknown }): { method: string; params?: unknown } {
  const { progressToken: _, _meta: meta, ...others } = { ...(params as Members | undefined) }
  const { progressToken: _token, 'io.modelcontextprotocol/subscriptionId': _id, ...kept } = { ...(meta as Members) }
  return { method, params: { ...others, ...(Object.keys(kept).length > 0 && { _meta: kept }) } }
}
