import type { OutputOf } from '../../lib/contract/operations'
import { type CountTokens, loadTokenizer } from '../../lib/jobs/texts/count-tokens'
import { type Bench, BenchCannotRun, median, neededFlags, type Print, percentile, readJsonLines } from '../bench'
import { withJudgedService } from '../search/judged-service'

/** The newest revision that both kinds of clients know: structured content, and `initialize` before it. */
const REVISION = '2025-11-25'
const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': REVISION,
}

interface Size {
  bytes: number
  tokens: number
}

/** Of the body of every answer, by what was asked. */
type Sizes = Map<string, Size[]>
type Note = (name: string, text: string) => string

/**
 * How many bytes and tokens answers have for agents, whole and compact and as MCP tools, and the list of the MCP tools.
 * Every request of `--cases` is asked; health, score, history and alternatives are asked of the first result of each
 * search, and alternatives that are not empty are measured. The service is one of its own with the catalog imported,
 * which was not probed, or the one of `--url`.
 */
export const bench: Bench = {
  flags: { cases: '', catalog: '', url: '' },
  async run(flags, print) {
    const { cases } = neededFlags(flags, 'cases')
    const requests = cases.split(',').flatMap((file) => readJsonLines<{ q: string }>(file).map(({ q }) => q))
    const count = await loadTokenizer()
    const measure = async (url: string) => {
      const sizes = await askAll(url, requests, count)
      report(sizes, print)
      return Object.fromEntries([...sizes].map(([name, own]) => [name, figuresOf(own)]))
    }
    if (flags.url) return measure(flags.url)
    return withJudgedService(neededFlags(flags, 'catalog').catalog, '', print, measure)
  },
}

async function askAll(base: string, requests: readonly string[], count: CountTokens): Promise<Sizes> {
  const sizes: Sizes = new Map()
  const note: Note = (name, text) => {
    sizes.set(name, [...(sizes.get(name) ?? []), { bytes: Buffer.byteLength(text), tokens: count(text) }])
    return text
  }
  note('mcp tools/list', await rpc(base, 'tools/list', {}))
  note('breakages', await read(`${base}/v1/breakages`))
  note('breakages compact', await read(`${base}/v1/breakages?compact=1`))
  note('breakages mcp', await rpc(base, 'tools/call', { name: 'breakages', arguments: {} }))
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
  for (const toolId of ids) await askAbout(base, toolId, note)
  return sizes
}

async function askAbout(base: string, toolId: string, note: Note): Promise<void> {
  const addressOf = (operation: string) => `${base}/v1/${operation}/${encodeURIComponent(toolId)}`
  const call = (name: string) => rpc(base, 'tools/call', { name, arguments: { toolId } })
  note('history', await read(addressOf('history')))
  for (const operation of ['health', 'score', 'alternatives']) {
    const whole = await read(addressOf(operation))
    // Most lists are empty: the median of all of them says little.
    const { alternatives } = JSON.parse(whole) as Partial<OutputOf<'alternatives'>>
    if (alternatives?.length === 0) continue
    note(operation, whole)
    note(`${operation} compact`, await read(`${addressOf(operation)}?compact=1`))
    note(`${operation} mcp`, await call(operation))
  }
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

function figuresOf(sizes: readonly Size[]): Record<string, number> {
  const [bytes, tokens] = [sizes.map((size) => size.bytes), sizes.map((size) => size.tokens)]
  return {
    asked: sizes.length,
    bytes: median(bytes),
    bytesP95: percentile(bytes, 0.95),
    tokens: median(tokens),
    tokensP95: percentile(tokens, 0.95),
    tokensMost: Math.max(...tokens),
  }
}

function report(sizes: Sizes, print: Print): void {
  print(`${'median and 95 % of'.padEnd(22)}  asked   bytes     95 %  tokens     95 %    most`)
  for (const [name, own] of sizes) {
    const cells = Object.values(figuresOf(own)).map((value) => String(value).padStart(7))
    print(`${name.padEnd(22)} ${cells.join(' ')}`)
  }
}
