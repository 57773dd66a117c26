import { ProbeFailure } from '../prober'
import { digestOfAnswer } from './kept-listings'

export type JsonObject = { [key: string]: unknown }

/** The only methods a probe of an MCP server can send: a tool is never called, and no prompt or resource is read. */
export type ProbeMethod =
  | 'server/discover'
  | 'initialize'
  | 'tools/list'
  | 'prompts/list'
  | 'resources/list'
  | 'resources/templates/list'
  | 'skills/list'

/** What a server replied to one request. `digest`: of the text, where one was asked for. */
export type Reply =
  | { kind: 'result'; result: JsonObject; digest?: string }
  | { kind: 'error'; code: number; data: unknown }

/** A result that was read before in the same text. */
export interface KnownReply {
  kind: 'known'
  digest: string
}

/** Deeper than any usable schema; code that walks the parsed value recurses at most this far. */
const MAX_DEPTH = 128
/**
 * Objects, arrays and their entries in one answer. JSON of a few megabytes can take hundreds of megabytes once
 * parsed.
 */
const MAX_ENTRIES = 500_000

// Logs and web pages are distinguished by their first character, without an exception of the parser.
const LOOKS_LIKE_MESSAGE = /^\ufeff?\s*[[{]/

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function requestText(id: number, method: ProbeMethod, params: JsonObject | undefined): string {
  return JSON.stringify({ jsonrpc: '2.0', id, method, params })
}

export const INITIALIZED_TEXT = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })

/**
 * The reply to request `id` in a text: one message, or a batch of them. undefined: the text holds none, be it other
 * messages or no JSON at all. Errors without an id count, as only one request is open at a time. Throws `ProbeFailure`
 * on JSON that is too large or too deep to parse.
 */
export function readReply(text: string, id: number): Reply | undefined {
  const parsed = parseBoundedJson(text)
  for (const message of Array.isArray(parsed) ? parsed : [parsed]) {
    const reply = isObject(message) ? replyIn(message, id) : undefined
    if (reply !== undefined) return reply
  }
  return undefined
}

/** As `readReply`, with the digest of a result; a text whose digest is known is not read. */
export function readReplyUnlessKnown(
  text: string,
  id: number,
  isKnown: ((digest: string) => boolean) | undefined,
): Reply | KnownReply | undefined {
  if (isKnown === undefined) return readReply(text, id)
  const digest = digestOfAnswer(text, id)
  if (isKnown(digest)) return { kind: 'known', digest }
  const reply = readReply(text, id)
  return reply?.kind === 'result' ? { ...reply, digest } : reply
}

function replyIn(message: JsonObject, id: number): Reply | undefined {
  if (message.jsonrpc !== '2.0') return undefined
  // Clients in use compare ids as numbers, so '1' answers 1.
  const isOurs = String(message.id) === String(id)
  if (isOurs && isObject(message.result)) return { kind: 'result', result: message.result }
  const { error } = message
  const hasNoId = message.id === null || message.id === undefined
  if (!(isOurs || hasNoId) || !isObject(error) || typeof error.code !== 'number') return undefined
  return { kind: 'error', code: error.code, data: error.data }
}

/**
 * The JSON object or array a text holds; undefined where it holds none. Throws `ProbeFailure` on JSON that is too large
 * or too deep to parse.
 */
export function parseBoundedJson(text: string): unknown {
  if (!LOOKS_LIKE_MESSAGE.test(text)) return undefined
  checkSize(text)
  try {
    return JSON.parse(text.startsWith('\ufeff') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** Checks nesting and size before parsing. Text that is not JSON may pass; the parser rejects it. */
function checkSize(text: string): void {
  let depth = 0
  let entries = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case 0x22:
        at = endOfString(text, at)
        break
      case 0x5b:
      case 0x7b:
        depth += 1
        entries += 1
        if (depth > MAX_DEPTH)
          throw new ProbeFailure('answer_too_large', { notes: ['Its answer is nested too deeply.'] })
        break
      case 0x5d:
      case 0x7d:
        depth -= 1
        break
      case 0x2c:
        entries += 1
        break
    }
    if (entries > MAX_ENTRIES)
      throw new ProbeFailure('answer_too_large', { notes: ['Its answer holds too many values.'] })
  }
}

/** Index of the quote that closes the string opened at `from`; the text's length where none does. */
function endOfString(text: string, from: number): number {
  let quote = text.indexOf('"', from + 1)
  while (quote !== -1) {
    let before = quote - 1
    while (text.charCodeAt(before) === 0x5c) before -= 1
    if ((quote - before) % 2 === 1) return quote
    quote = text.indexOf('"', quote + 1)
  }
  return text.length
}
