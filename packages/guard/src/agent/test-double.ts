import type { CallGate } from '../calls/call-gate.ts'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { Definitions } from '../upstream/definitions.ts'
import type { Members, OpenUpstream, Upstream, UpstreamEvents, UpstreamRequest } from '../upstream/upstream.ts'

export const testServer = (name: string): ConfiguredServer => ({
  ...{ name, names: [], isLocal: true, silenceMs: 1000 },
  launch: { kind: 'stdio', command: name, args: [], env: {}, cwd: null },
})

export const testDefinitions = (changed: Partial<Definitions> = {}): Definitions => ({
  ...{ readAt: 0, era: 'legacy', protocolVersion: '2025-11-25', serverInfo: { name: 's', version: '1' } },
  ...{ capabilities: { tools: {} }, instructions: null, tools: [], prompts: null, resources: null },
  ...{ resourceTemplates: null, ...changed },
})

type Answer = (request: UpstreamRequest) => Promise<Members> | Members

/** A server that answers as it is told, and that can be asked what it was sent. */
export interface TestUpstream extends Upstream {
  known: Definitions | null
  isUnanswered: boolean
  isRunning: boolean
  sent: string[]
  events: UpstreamEvents | null
}

export function testUpstream(
  name: string,
  known: Definitions | null = null,
  answer: Answer = () => ({}),
): TestUpstream {
  const upstream: TestUpstream = {
    ...{ server: testServer(name), known, isUnanswered: false, isRunning: false },
    ...{ isStarting: false, sent: [], events: null },
    request: async (request) => {
      upstream.sent.push(request.method)
      return answer(request)
    },
    notify: ({ method }) => void upstream.sent.push(method),
    learn: async () => upstream.known,
    refused: () => undefined,
    close: async () => undefined,
  }
  return upstream
}

export function opening(upstreams: readonly TestUpstream[]): OpenUpstream {
  return (server, events) => {
    const upstream = upstreams.find((one) => one.server === server)
    if (upstream === undefined) throw new Error(`There is no ${server.name}`)
    upstream.events = events
    return upstream
  }
}

/** Lets everything through. */
export const OPEN_GATE: CallGate = {
  refusal: () => null,
  isPinned: () => false,
  pinRefusal: () => null,
  record: () => undefined,
  recordHandshake: () => undefined,
  failureText: (_server, _tool, _args, { message }) => message,
  substitute: () => null,
  listedTools: (_server, { tools }) => tools ?? [],
}
