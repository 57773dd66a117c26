import { toLookFailure } from './failures'
import { failureOf, type Greeting, modernParams } from './handshake'
import type { JsonObject } from './json-rpc'
import { type Findings, LookFailure, type ProbeSettings } from './prober'
import { ToolShelf } from './tool-shelf'
import type { Wire } from './wire'

/** The server has forgotten the session it gave us a moment ago: once more from the start. */
export class SessionLost extends Error {
  readonly code = 'SESSION_LOST'

  constructor() {
    super('the session is gone')
    this.name = 'SessionLost'
  }
}

/** Pages of one listing. Real ones have a handful. */
const MAX_PAGES = 100
const MAX_CURSOR_CHARS = 8_192
/** A listing that may be kept for longer than this is worth a note. */
const MS_PER_SECOND = 1_000

/** Lists the tools of a server that has greeted us. What the greeting told is kept, however the listing ends. */
export async function findingsAfter(
  greeting: Greeting,
  wire: Wire,
  settings: ProbeSettings,
  signal: AbortSignal,
): Promise<Findings> {
  const { era, protocolVersion, serverInfo, httpStatus, offersTools } = greeting
  const known = { httpStatus, era, protocolVersion, serverInfo, toolsCut: false, retryAfterMs: null }
  if (!offersTools) return { ...known, reason: 'answered_without_tools', tools: [], notes: [...wire.notes] }
  try {
    const { shelf, cut, notes } = await listTools(greeting, wire, settings, signal)
    const toolsCut = cut || shelf.isCut
    const reason = shelf.tools.length === 0 && !toolsCut ? 'answered_without_tools' : 'answered'
    return { ...known, reason, tools: shelf.tools, toolsCut, notes: [...wire.notes, ...notes, ...shelf.notes()] }
  } catch (error) {
    const failure = error instanceof SessionLost ? null : toLookFailure(error)
    if (failure === null) throw error
    const { reason, retryAfterMs } = failure
    const notes = [...wire.notes, ...failure.notes, 'It answered the handshake, but not with its whole listing.']
    return { ...known, reason, httpStatus: failure.httpStatus ?? httpStatus, tools: null, retryAfterMs, notes }
  }
}

interface Listing {
  shelf: ToolShelf
  /** true: there is more that was not asked for. */
  cut: boolean
  notes: string[]
}

async function listTools(
  greeting: Greeting,
  wire: Wire,
  settings: ProbeSettings,
  signal: AbortSignal,
): Promise<Listing> {
  const shelf = new ToolShelf(settings.maxTools)
  const cursors = new Set<string>()
  const notes: string[] = []
  let cursor: string | undefined
  let bytes = 0
  for (let page = 1; ; page += 1) {
    const { result, size } = await askForPage(greeting, wire, cursor, signal)
    bytes += size
    for (const entry of result.tools) shelf.add(entry)
    if (page === 1) notes.push(...ttlNote(result))
    const next = result.nextCursor
    if (typeof next !== 'string' || next === '') return { shelf, cut: false, notes }
    const stop = whyStop(next, cursors, page, shelf, bytes > settings.maxAnswerBytes)
    if (stop !== undefined) return { shelf, cut: true, notes: [...notes, stop] }
    cursors.add(next)
    cursor = next
  }
}

type Page = JsonObject & { tools: unknown[] }

async function askForPage(
  { era, protocolVersion }: Greeting,
  wire: Wire,
  cursor: string | undefined,
  signal: AbortSignal,
): Promise<{ result: Page; size: number }> {
  const common = era === 'modern' ? modernParams(protocolVersion) : undefined
  const answer = await wire.call('tools/list', cursor === undefined ? common : { ...common, cursor }, signal)
  if (answer.kind === 'result') {
    const { tools } = answer.result
    if (Array.isArray(tools)) return { result: { ...answer.result, tools }, size: answer.size }
    throw new LookFailure('not_the_protocol', { httpStatus: answer.httpStatus, notes: ['Its listing holds no tools.'] })
  }
  if (wire.inSession && (answer.httpStatus === 404 || answer.httpStatus === 400)) throw new SessionLost()
  throw failureOf(answer, era === 'modern')
}

function whyStop(
  next: string,
  seen: ReadonlySet<string>,
  page: number,
  shelf: ToolShelf,
  isOverBudget: boolean,
): string | undefined {
  if (seen.has(next)) return 'Its listing repeats a cursor: it was left there.'
  if (next.length > MAX_CURSOR_CHARS) return 'Its listing names a cursor too long to send back: it was left there.'
  if (shelf.isFull) return 'Its listing goes on after the number of tools we keep: it was left there.'
  if (page === MAX_PAGES) return `Its listing has more than ${MAX_PAGES} pages: it was left there.`
  return isOverBudget ? 'Its listing is larger in all than one answer may be: it was left there.' : undefined
}

function ttlNote({ ttlMs }: JsonObject): string[] {
  if (typeof ttlMs !== 'number' || !Number.isFinite(ttlMs) || ttlMs <= 0) return []
  return [`It says its listing holds for ${Math.round(ttlMs / MS_PER_SECOND)} s.`]
}
