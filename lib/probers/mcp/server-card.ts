import type { ServerCard } from '../../core/declarations/server-card'
import { cleanLine } from '../../core/text/hostile-text'
import { safeFetch } from '../../safe-fetch'
import type { ProbeSettings, ProbeTarget } from '../prober'
import { isObject, type JsonObject, parseBoundedJson } from './json-rpc'

const MAX_CARD_BYTES = 200_000
const MAX_LINE_CHARS = 256
const MAX_URL_CHARS = 1_000
const MOST_REMOTES = 20
const MOST_TOOLS = 500

/**
 * Where a card may be: below the endpoint (the extension of SEP-2127), and the well-known address of its drafts, which
 * most servers use.
 */
function cardAddresses(url: string): string[] {
  const { origin, pathname } = new URL(url)
  return [`${origin}${pathname.replace(/\/$/, '')}/server-card`, `${origin}/.well-known/mcp/server-card.json`]
}

/**
 * The server's card; `'none'` where no address has one. Rejects where an address could not be asked. null: the server
 * has no http address.
 */
export async function readServerCard(
  { url }: ProbeTarget,
  { userAgent, dial: rules }: ProbeSettings,
  signal: AbortSignal,
): Promise<ServerCard | 'none' | null> {
  if (!/^https?:/i.test(url)) return null
  const headers = { 'user-agent': userAgent, accept: 'application/json' }
  for (const address of cardAddresses(url)) {
    const answer = await safeFetch(address, { headers, maxBytes: MAX_CARD_BYTES, signal, rules })
    const card = answer.status === 200 ? cardIn(answer.body.toString('utf8'), address) : undefined
    if (card !== undefined) return card
  }
  return 'none'
}

function cardIn(body: string, url: string): ServerCard | undefined {
  const given = parseBoundedJson(body)
  if (!isObject(given)) return undefined
  const info: JsonObject = isObject(given.serverInfo) ? given.serverInfo : given
  const { name, version } = info
  if (typeof name !== 'string' || name === '') return undefined
  return {
    url: cleanLine(url, MAX_URL_CHARS),
    name: cleanLine(name, MAX_LINE_CHARS),
    version: cleanLine(version, MAX_LINE_CHARS) || null,
    remotes: addressesIn(given, url),
    tools: toolNamesIn(given.tools),
  }
}

/** `remotes[].url`, and `transport.endpoint` of older drafts. */
function addressesIn({ remotes, transport }: JsonObject, base: string): string[] {
  const listed = Array.isArray(remotes)
    ? remotes.slice(0, MOST_REMOTES).map((remote) => (isObject(remote) ? remote.url : ''))
    : []
  const endpoint = isObject(transport) ? transport.endpoint : undefined
  return [...listed, endpoint].flatMap((url) =>
    typeof url === 'string' && url !== '' && URL.canParse(url, base)
      ? cleanLine(new URL(url, base).href, MAX_URL_CHARS)
      : [],
  )
}

function toolNamesIn(tools: unknown): string[] | null {
  if (!Array.isArray(tools)) return null
  const names = tools.slice(0, MOST_TOOLS).map((tool) => (isObject(tool) ? cleanLine(tool.name, MAX_LINE_CHARS) : ''))
  return names.every((name) => name !== '') && names.length > 0 ? names : null
}
