import type { OutputOf } from '../../lib/contract/operations'
import { type Bench, BenchCannotRun, median, neededFlags, type Print, percentile, readJsonLines } from '../bench'
import { withJudgedService } from '../search/judged-service'

/** The newest revision that both kinds of clients know: structured content, and `initialize` before it. */
const REVISION = '2025-11-25'
const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
}

/** Bytes of the body of every answer, by what was asked. */
type Sizes = Map<string, number[]>

/**
 * How many bytes answers have for agents: search, route and alternatives, whole and compact and as MCP tools, and the
 * list of the MCP tools. Every request of `--cases` is asked; alternatives are asked of the first result of each
 * search, and those that are not empty are measured. The service is one of its own with the catalog imported.
 */
export const bench: Bench = {
  flags: { cases: '', catalog: '' },
  async run(flags, print) {
    const { cases, catalog } = neededFlags(flags, 'cases', 'catalog')
    const requests = cases.split(',').flatMap((file) => readJsonLines<{ q: string }>(file))
    return withJudgedService(catalog, '', print, async (url) => {
      const sizes = await askAll(
        url,
        requests.map(({ q }) => q),
      )
      report(sizes, print)
      return Object.fromEntries([...sizes].map(([name, bytes]) => [name, figuresOf(bytes)]))
    })
  },
}

async function askAll(base: string, requests: readonly string[]): Promise<Sizes> {
  const sizes: Sizes = new Map()
  const note = (name: string, text: string) => {
    sizes.set(name, [...(sizes.get(name) ?? []), Buffer.byteLength(text)])
    return text
  }
  note('mcp tools/list', await rpc(base, 'tools/list', {}))
  const ids = new Set<string>()
  for (const q of requests) {
    const found = note('search', await read(`${base}/v1/search?${new URLSearchParams({ q })}`))
    note('search compact', await read(`${base}/v1/search?${new URLSearchParams({ q, compact: '1' })}`))
    note('search mcp', await rpc(base, 'tools/call', { name: 'search', arguments: { q } }))
    note('route', await read(`${base}/v1/route?${new URLSearchParams({ task: q })}`))
    note('route compact', await read(`${base}/v1/route?${new URLSearchParams({ task: q, compact: '1' })}`))
    note('route mcp', await rpc(base, 'tools/call', { name: 'route', arguments: { task: q } }))
    const { results } = JSON.parse(found) as OutputOf<'search'>
    if (results[0] !== undefined) ids.add(results[0].toolId)
  }
  for (const toolId of ids) {
    const address = `${base}/v1/alternatives/${encodeURIComponent(toolId)}`
    const whole = await read(address)
    const { alternatives } = JSON.parse(whole) as OutputOf<'alternatives'>
    // Most lists are empty: the median of all of them says little.
    if (alternatives.length === 0) continue
    note('alternatives', whole)
    note('alternatives compact', await read(`${address}?compact=1`))
    note('alternatives mcp', await rpc(base, 'tools/call', { name: 'alternatives', arguments: { toolId } }))
  }
  return sizes
}

async function read(address: string): Promise<string> {
  const response = await fetch(address)
  const text = await response.text()
  if (!response.ok) throw new BenchCannotRun(`${address} was answered ${response.status}: ${text}`)
  return text
}

/** The message that answers, without the framing of an event stream. */
async function rpc(base: string, method: string, params: object): Promise<string> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
  const response = await fetch(`${base}/mcp`, { method: 'POST', headers: MCP_HEADERS, body })
  const text = await response.text()
  const message = /^data: (.+)$/m.exec(text)?.[1] ?? text
  const { result } = JSON.parse(message) as { result?: { isError?: boolean } }
  if (result === undefined || result.isError === true) throw new BenchCannotRun(`${method} was answered ${message}`)
  return message
}

function figuresOf(bytes: readonly number[]): Record<'asked' | 'median' | 'p95' | 'most', number> {
  return { asked: bytes.length, median: median(bytes), p95: percentile(bytes, 0.95), most: Math.max(...bytes) }
}

function report(sizes: Sizes, print: Print): void {
  print(`${'bytes of'.padEnd(22)}  asked  median     p95    most`)
  for (const [name, bytes] of sizes) {
    const cells = Object.values(figuresOf(bytes)).map((value) => String(value).padStart(6))
    print(`${name.padEnd(22)} ${cells.join('  ')}`)
  }
}
