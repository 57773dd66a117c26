import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { Agent } from 'undici'
import { runProbe } from '../../lib/probers/probe'
import type { ProbeTarget } from '../../lib/probers/prober'
import { benchProbeSettings } from '../probe-settings'

/**
 * `client.ts <prober|sdk|undici> <seconds> <concurrency> <port,port,…>`: lists the tools of each server of 127.0.0.1 in
 * turn, first once without being timed, and prints `{perSecond, rssMB}`. Ends with an error at the first listing that
 * is not whole.
 */
const [kind = '', seconds = '', concurrency = '', ports = ''] = process.argv.slice(2)
const urls = ports.split(',').map((port) => `http://127.0.0.1:${port}/mcp`)

type ListTools = (server: number) => Promise<number>

const KINDS: Readonly<Record<string, () => ListTools>> = { prober: byProber, sdk: bySdk, undici: byUndici }

const listTools = KINDS[kind]?.()
if (listTools === undefined) throw new Error(`no client ${kind}`)
await inParallel((turn) => turn < urls.length)
const beganAt = performance.now()
const listed = await inParallel(() => performance.now() - beganAt < Number(seconds) * 1000)
const perSecond = listed / ((performance.now() - beganAt) / 1000)
process.stdout.write(`${JSON.stringify({ perSecond, rssMB: process.resourceUsage().maxRSS / 1024 })}\n`)
process.exit()

/** Resolves with how many listings were made. */
async function inParallel(isWanted: (turn: number) => boolean): Promise<number> {
  let next = 0
  const worker = async () => {
    while (isWanted(next)) {
      const server = next % urls.length
      next += 1
      const tools = await listTools?.(server)
      if (tools !== 10) throw new Error(`${kind} listed ${tools} tools`)
    }
  }
  await Promise.all(Array.from({ length: Number(concurrency) }, worker))
  return next
}

/** The product's prober, with the generation that the last probe found. */
function byProber(): ListTools {
  const targets = urls.map(
    (url, n): ProbeTarget => ({
      serverId: `bench/${n}`,
      prober: 'mcp-http',
      kind: 'streamable-http',
      url,
      own: true,
      generation: null,
    }),
  )
  const settings = urls.map((url) => benchProbeSettings({ dial: { allowedOrigins: [new URL(url).origin] } }))
  return async (server) => {
    const [target, its] = [targets[server], settings[server]]
    if (target === undefined || its === undefined) throw new Error('no such server')
    const { generation, tools } = await runProbe(target, its, () => new Date())
    target.generation = generation
    return tools?.length ?? 0
  }
}

/** The client of the official SDK. */
function bySdk(): ListTools {
  return async (server) => {
    const client = new Client({ name: 'bench', version: '1' })
    await client.connect(new StreamableHTTPClientTransport(new URL(urls[server] ?? '')))
    const { tools } = await client.listTools()
    await client.close()
    return tools.length
  }
}

/** The exchanges of the prober and nothing else. */
function byUndici(): ListTools {
  const agent = new Agent()
  const common = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
  const agreed = { ...common, 'mcp-protocol-version': '2025-11-25' }
  const post = async (url: string, headers: Record<string, string>, message: object) => {
    const { origin, pathname: path } = new URL(url)
    const body = JSON.stringify({ jsonrpc: '2.0', ...message })
    return (await agent.request({ origin, path, method: 'POST', headers, body })).body
  }
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'bench', version: '1' } }
  return async (server) => {
    const url = urls[server] ?? ''
    await (await post(url, common, { id: 1, method: 'initialize', params })).json()
    await (await post(url, agreed, { method: 'notifications/initialized' })).dump()
    const answer = (await (await post(url, agreed, { id: 2, method: 'tools/list' })).json()) as {
      result: { tools: unknown[] }
    }
    return answer.result.tools.length
  }
}
