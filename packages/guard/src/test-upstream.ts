import { fileURLToPath } from 'node:url'
import { onTestFinished } from 'vitest'
import { type ConfiguredServer, type Launch, SILENCE_MS } from './servers/configured-server.ts'
import { Circuit, type CircuitLimits } from './upstream/circuit.ts'
import type { Defined } from './upstream/definitions.ts'
import { type DefinitionsStore, definitionsInMemory } from './upstream/definitions-store.ts'
import { openUpstream, type UpstreamOptions } from './upstream/open-upstream.ts'
import type { AgentIdentity, Members, Upstream, UpstreamEvents } from './upstream/upstream.ts'

const PLAIN_SERVER = fileURLToPath(new URL('test-servers/plain-server.mjs', import.meta.url))

export const AGENT: AgentIdentity = { info: { name: 'agent', version: '1' }, capabilities: {}, era: 'legacy' }

/** The plain server of the tests, behaving so. */
export function plainLaunch(behaviour: object = {}): Launch {
  return stdioLaunch(process.execPath, [PLAIN_SERVER, JSON.stringify(behaviour)])
}

export function stdioLaunch(command: string, args: string[] = []): Launch {
  return { kind: 'stdio', command, args, env: {}, cwd: null }
}

export interface TestUpstream {
  upstream: Upstream
  server: ConfiguredServer
  circuit: Circuit
  store: DefinitionsStore
  notifications: { method: string; params?: Members }[]
  changes: ReadonlySet<Defined>[]
  call(tool: string, args?: Members, more?: Partial<Parameters<Upstream['request']>[0]>): Promise<Members>
}

export interface TestOptions extends Partial<UpstreamOptions> {
  agent?: Partial<AgentIdentity>
  silenceMs?: number
  limits?: Partial<CircuitLimits>
  onRequest?: UpstreamEvents['onRequest']
}

/** A server of an agent's session, closed at the end of the test. Silence is long where it is not given. */
export function testUpstream(launch: Launch, options: TestOptions = {}): TestUpstream {
  const { agent, silenceMs = SILENCE_MS, limits, onRequest, ...rest } = options
  const server = { name: 'tested', launch, names: [], isLocal: true, silenceMs }
  const { circuit = new Circuit(limits), store = definitionsInMemory() } = rest
  const notifications: TestUpstream['notifications'] = []
  const changes: ReadonlySet<Defined>[] = []
  const upstream = openUpstream(
    server,
    {
      onRequest: onRequest ?? (async () => ({})),
      onNotification: (notification) => notifications.push(notification),
      onStarted: () => {},
      onChanged: (changed) => changes.push(changed),
    },
    () => ({ ...AGENT, ...agent }),
    { ...rest, circuit, store, stderr: 'ignore' },
  )
  onTestFinished(() => upstream.close())
  const call: TestUpstream['call'] = (tool, args = {}, more = {}) =>
    upstream.request({
      method: 'tools/call',
      params: { name: tool, arguments: args },
      signal: new AbortController().signal,
      onProgress: () => {},
      allowInputRequired: false,
      ...more,
    })
  return { upstream, server, circuit, store, notifications, changes, call }
}

/**
 * A started server, whose calls end after so little silence. A start may take longer on a machine that has much to do.
 */
export async function startedUpstream(
  launch: Launch,
  silenceMs: number,
  options: TestOptions = {},
): Promise<TestUpstream> {
  const tested = testUpstream(launch, options)
  await tested.upstream.request({
    method: 'ping',
    params: {},
    signal: new AbortController().signal,
    onProgress: () => {},
    allowInputRequired: false,
  })
  await tested.upstream.learn(SILENCE_MS)
  tested.server.silenceMs = silenceMs
  return tested
}

/** The text of a result. */
export function textOf(result: Members): string {
  const [{ text }] = result.content as [{ text: string }]
  return text
}

/** Resolves once it is so. */
export async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 5))
}

/**
 * Calls a good server again and again as long as the work takes, and answers what the work does. Throws where one of
 * its calls does not complete.
 */
export async function besideGoodServer<Result>(work: () => Promise<Result>): Promise<Result> {
  const good = testUpstream(plainLaunch())
  await good.call('echo', { n: 0 })
  let isDone = false
  const calls = (async () => {
    for (let n = 1; n < 20 || !isDone; n += 1) {
      const result = await good.call('echo', { n })
      if (textOf(result) !== `{"n":${n}}`) throw new Error(`call ${n} of the good server: ${JSON.stringify(result)}`)
      await new Promise((resolve) => setTimeout(resolve, 2))
    }
  })()
  calls.catch(() => {})
  const result = await work().finally(() => {
    isDone = true
  })
  await calls
  return result
}
