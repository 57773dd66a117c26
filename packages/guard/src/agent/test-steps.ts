import type { Members } from '../upstream/upstream.ts'
import { type Peer, ROOT } from './test-peers.ts'

/** One thing that an agent does at a server; the answer is what it saw. */
export type Step = (peer: Peer) => Promise<unknown>

const TRACE = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01', vendor: { a: [1] } }

export function call(name: string, args: Members = {}, meta?: Members): Step {
  return (peer) => peer.request('tools/call', { name, arguments: args, ...(meta && { _meta: meta }) })
}

const ask =
  (method: string, params?: Members): Step =>
  (peer) =>
    peer.request(method, params)

export const LISTS: Record<string, Step> = {
  introduction: async (peer) => peer.introduction(),
  tools: async (peer) => peer.request('tools/list'),
  prompts: ask('prompts/list'),
  resources: ask('resources/list'),
  templates: ask('resources/templates/list'),
}

/** What servers of both generations in `test-servers` answer. */
export const COMMON: Record<string, Step> = {
  ...LISTS,
  echo: call('echo', { deep: { list: [1, 'ü', null, true], empty: {} } }),
  meta: call('meta', {}, TRACE),
  structured: call('structured'),
  binary: call('binary'),
  'tool error': call('tool-error'),
  'protocol error': call('protocol-error'),
  'unknown tool': call('nothing'),
  progress: async (peer) => {
    const progress: unknown[] = []
    let reached = () => {}
    const three = new Promise<void>((resolve) => {
      reached = resolve
    })
    const onProgress = (one: unknown) => {
      if (progress.push(one) === 3) reached()
    }
    const called = peer.request('tools/call', { name: 'progress', arguments: {} }, { onProgress })
    await three
    await peer.request('tools/call', { name: 'release', arguments: {} })
    return { result: await called, progress }
  },
  prompt: ask('prompts/get', { name: 'greet', arguments: { who: 'you' } }),
  'unknown prompt': ask('prompts/get', { name: 'nothing' }),
  resource: ask('resources/read', { uri: 'test://a' }),
  'resource of a template': ask('resources/read', { uri: 'test://items/1' }),
  'unknown resource': ask('resources/read', { uri: 'test://nothing' }),
  completion: ask('completion/complete', {
    ref: { type: 'ref/prompt', name: 'greet' },
    argument: { name: 'who', value: 'y' },
  }),
}

/** What a server with a handshake and its agent do besides. */
export const WITH_HANDSHAKE: Record<string, Step> = {
  ping: ask('ping'),
  'own method': ask('vendor/echo', { a: { b: 1 } }),
  'unknown method': ask('vendor/nothing'),
  'completion of a resource': ask('completion/complete', {
    ref: { type: 'ref/resource', uri: 'test://items/{id}' },
    argument: { name: 'id', value: '1' },
    context: { arguments: { other: 'x' } },
  }),
  'unknown request of the server': asking('unknown-request'),
  log: async (peer) => {
    const answered = await peer.request('logging/setLevel', { level: 'info' })
    const result = await peer.request('tools/call', { name: 'log', arguments: {} })
    await peer.until('notifications/message')
    return { answered, result, notified: taken(peer.notified) }
  },
  'wrong level': ask('logging/setLevel', { level: 'loud' }),
  subscription: async (peer) => {
    const before = await peer.request('tools/call', { name: 'touch', arguments: { uri: 'test://a' } })
    const subscribed = await peer.request('resources/subscribe', { uri: 'test://a' })
    const touched = await peer.request('tools/call', { name: 'touch', arguments: { uri: 'test://a' } })
    await peer.until('notifications/resources/updated')
    const after = await peer.request('resources/unsubscribe', { uri: 'test://a' })
    return { before, subscribed, touched, after, notified: taken(peer.notified) }
  },
  'own notification': async (peer) => {
    const result = await peer.request('tools/call', { name: 'vendor-notification', arguments: {} })
    await peer.until('notifications/vendor')
    return { result, notified: taken(peer.notified) }
  },
  cancel: async (peer) => {
    const controller = new AbortController()
    const cancelled = peer.request('tools/call', { name: 'slow', arguments: {} }, { signal: controller.signal })
    // Answered after the other has reached the server.
    await peer.request('tools/call', { name: 'echo', arguments: {} })
    controller.abort('not needed')
    const error = await cancelled.then(
      () => 'answered',
      () => 'ended',
    )
    // The cancellation is on its way before this call, and was seen when it is answered.
    const seen = await peer.request('tools/call', { name: 'cancelled', arguments: {} })
    return { error, seen }
  },
  change: async (peer) => {
    await peer.request('tools/call', { name: 'changes', arguments: {} })
    await peer.until('notifications/tools/list_changed')
    return { tools: await peer.request('tools/list'), notified: taken(peer.notified) }
  },
}

/** What a server asks the agent during a call. */
export const ASKED: Record<string, Step> = {
  sample: asking('sample'),
  elicit: asking('elicit'),
  roots: asking('roots'),
}

export function asking(name: string): Step {
  return async (peer) => ({ result: await call(name)(peer), asked: taken(peer.asked) })
}

/** The same of a server that also asks for the roots of its client, whenever it gets to it. */
function askingInTurn(name: string, args: Members = {}): Step {
  return async (peer) => {
    const result = await call(name, args)(peer)
    return { result, asked: taken(peer.asked).filter(({ method }) => method !== 'roots/list') }
  }
}

/** What a server without a handshake and its agent do besides. */
export const WITHOUT_HANDSHAKE: Record<string, Step> = {
  ask: asking('ask'),
  log: async (peer) => {
    await call('log')(peer)
    await call('log', {}, { 'io.modelcontextprotocol/logLevel': 'warning' })(peer)
    await peer.until('notifications/message')
    return taken(peer.notified)
  },
}

export const EVERYTHING_STEPS: Record<string, Step> = {
  ...LISTS,
  echo: call('echo', { message: 'x' }),
  'wrong arguments': call('echo', { message: 1 }),
  sum: call('get-sum', { a: 1, b: 2 }),
  structured: call('get-structured-content', { location: 'New York' }),
  annotated: call('get-annotated-message', { messageType: 'error', includeImage: true }),
  image: call('get-tiny-image'),
  links: call('get-resource-links', { count: 3 }),
  elicitation: askingInTurn('trigger-elicitation-request'),
  sampling: askingInTurn('trigger-sampling-request', { prompt: 'p', maxTokens: 5 }),
  prompt: ask('prompts/get', { name: 'args-prompt', arguments: { city: 'Ulm' } }),
  completion: ask('completion/complete', {
    ref: { type: 'ref/prompt', name: 'completable-prompt' },
    argument: { name: 'department', value: 'E' },
  }),
}

export const FILESYSTEM_STEPS: Record<string, Step> = {
  ...LISTS,
  // It asks for the roots of its client at its start, and works within them once it has them.
  allowed: async (peer) => {
    for (;;) {
      const allowed = await call('list_allowed_directories')(peer)
      if (JSON.stringify(allowed).includes(ROOT)) return { allowed, asked: taken(peer.asked) }
    }
  },
  written: call('write_file', { path: `${ROOT}/written.txt`, content: 'ä' }),
  read: call('read_text_file', { path: `${ROOT}/written.txt` }),
  forbidden: call('read_text_file', { path: '/etc/hostname' }),
}

export const MEMORY_STEPS: Record<string, Step> = {
  ...LISTS,
  created: call('create_entities', { entities: [{ name: 'a', entityType: 't', observations: ['o'] }] }),
  graph: call('read_graph'),
}

/** What was written down since it was taken last. */
function taken<One>(list: One[]): One[] {
  return list.splice(0)
}

/** All that an agent saw of each step; an error is an answer. */
export async function outcomes(peer: Peer, steps: Record<string, Step>): Promise<Record<string, unknown>> {
  const seen: Record<string, unknown> = {}
  for (const [name, step] of Object.entries(steps))
    try {
      seen[name] = await step(peer)
    } catch (error) {
      const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
      seen[name] = { error: { code, message, data } }
    }
  return seen
}
