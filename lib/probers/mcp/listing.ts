import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import type { ProbeReason } from 'assay-verify/state/observation'
import { toProbeFailure } from '../failures'
import { type Findings, ProbeFailure, type ProbeSettings, type ProbeTarget } from '../prober'
import { readDeclarations } from './declarations'
import { failureOf, type Handshake, modernParams } from './handshake'
import type { JsonObject } from './json-rpc'
import { KeptListings, type ReadListing } from './kept-listings'
import { ListedTools } from './listed-tools'
import type { McpTransport } from './mcp-transport'

/** The server no longer knows the session of this handshake; the handshake is made once more. */
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
/** Tools cleaned before other work is done: the most expensive schema takes some milliseconds. */
const TOOLS_IN_A_TURN = 20

/** The reason of a probe that found no tools. */
function withoutTools({ declared: { capabilities } }: Handshake): ProbeReason {
  const offersOthers = capabilities?.some((name) => name === 'prompts' || name === 'resources') === true
  return offersOthers ? 'answered_other_than_tools' : 'answered_without_tools'
}

/**
 * Lists the tools of a server after its handshake, unless its last listing is declared valid still, and then what else
 * it declares. The facts of the handshake are kept, however the listing ends. Without a `target` of the rest only what
 * the handshake declares is read.
 */
export async function findingsAfter(
  handshake: Handshake,
  transport: McpTransport,
  settings: ProbeSettings,
  signal: AbortSignal,
  target: ProbeTarget | null = null,
): Promise<Findings> {
  const { generation, protocolVersion, serverInfo, httpStatus, offersTools } = handshake
  const known = { httpStatus, generation, protocolVersion, serverInfo, toolsCut: false, retryAfterMs: null }
  const asked = { handshake, transport, target, settings, signal }
  if (!offersTools) {
    const { declared, notes } = await readDeclarations(asked, [])
    return { ...known, reason: withoutTools(handshake), tools: [], declared, notes: [...transport.notes, ...notes] }
  }
  if (target?.isListingValid === true) {
    const { declared, notes } = await readDeclarations(asked, null)
    const unread = 'Its listing is declared valid still, so it was not read again.'
    return { ...known, reason: 'answered', tools: null, declared, notes: [...transport.notes, unread, ...notes] }
  }
  try {
    const { tools, flags, isCut, notes, validForMs } = await listTools(handshake, transport, settings, signal)
    const reason = tools.length === 0 && !isCut ? withoutTools(handshake) : 'answered'
    const { declared, notes: undeclared } = await readDeclarations(asked, flags)
    return {
      ...known,
      reason,
      tools,
      toolsCut: isCut,
      // An empty list is read by every probe: whether it still is one decides what is advised.
      validForMs: reason === 'answered' ? validForMs : null,
      declared,
      notes: [...transport.notes, ...notes, ...undeclared],
    }
  } catch (error) {
    const failure = error instanceof SessionLost ? null : toProbeFailure(error)
    if (failure === null) throw error
    const { reason, retryAfterMs } = failure
    const notes = [...transport.notes, ...failure.notes, 'It answered the handshake, but not with its whole listing.']
    return { ...known, reason, httpStatus: failure.httpStatus ?? httpStatus, tools: null, retryAfterMs, notes }
  }
}

/** Of this process. */
const kept = new KeptListings()

/** What is read in a text depends on how many tools are kept, and on nothing else. */
function keyOf(digest: string, { maxTools }: ProbeSettings): string {
  return `${maxTools} ${digest}`
}

async function listTools(
  handshake: Handshake,
  transport: McpTransport,
  settings: ProbeSettings,
  signal: AbortSignal,
): Promise<ReadListing> {
  const listedTools = new ListedTools(settings.maxTools)
  const cursors = new Set<string>()
  let cursor: string | undefined
  let bytes = 0
  let validForMs: number | null = null
  const read = (isCut: boolean, notes: readonly string[] = []): ReadListing => ({
    tools: listedTools.tools,
    flags: listedTools.flags,
    isCut: isCut || listedTools.isCut,
    notes: [...notes, ...listedTools.notes()],
    validForMs,
  })
  for (let page = 1; ; page += 1) {
    const answer = await askForPage(handshake, transport, cursor, signal, settings)
    if ('known' in answer) return answer.known
    const { result, size, digest } = answer
    bytes += size
    for (const [index, entry] of result.tools.entries()) {
      if (index % TOOLS_IN_A_TURN === 0) await nextEventLoopTurn()
      listedTools.add(entry)
    }
    if (page === 1) validForMs = ttlOf(result)
    const next = result.nextCursor
    if (typeof next !== 'string' || next === '') {
      const whole = read(false)
      if (digest !== undefined && page === 1) kept.keep(keyOf(digest, settings), whole, size, performance.now())
      return whole
    }
    const stop = whyStop(next, cursors, page, listedTools, bytes > settings.maxAnswerBytes)
    if (stop !== undefined) return read(true, [stop])
    cursors.add(next)
    cursor = next
  }
}

type Page = JsonObject & { tools: unknown[] }

/** One page; the first one may be a whole listing that was read before. */
async function askForPage(
  { generation, protocolVersion }: Handshake,
  transport: McpTransport,
  cursor: string | undefined,
  signal: AbortSignal,
  settings: ProbeSettings,
): Promise<{ result: Page; size: number; digest: string | undefined } | { known: ReadListing }> {
  const common = generation === 'modern' ? modernParams(protocolVersion) : undefined
  let known: ReadListing | undefined
  const isKnown = (digest: string) => {
    known = kept.find(keyOf(digest, settings), performance.now())
    return known !== undefined
  }
  const answer =
    cursor === undefined
      ? await transport.call('tools/list', common, signal, isKnown)
      : await transport.call('tools/list', { ...common, cursor }, signal)
  if (answer.kind === 'known' && known !== undefined) return { known }
  if (answer.kind === 'result') {
    const { tools } = answer.result
    if (Array.isArray(tools)) return { result: { ...answer.result, tools }, size: answer.size, digest: answer.digest }
    throw new ProbeFailure('not_the_protocol', {
      httpStatus: answer.httpStatus,
      notes: ['Its listing holds no tools.'],
    })
  }
  if (transport.inSession && (answer.httpStatus === 404 || answer.httpStatus === 400)) throw new SessionLost()
  throw failureOf(answer, generation === 'modern')
}

function whyStop(
  next: string,
  seen: ReadonlySet<string>,
  page: number,
  listedTools: ListedTools,
  isOverBudget: boolean,
): string | undefined {
  if (seen.has(next)) return 'Its listing repeats a cursor: reading stopped there.'
  if (next.length > MAX_CURSOR_CHARS) return 'Its listing names a cursor too long to send back: reading stopped there.'
  if (listedTools.isFull) return 'Its listing goes on after the limit of tools: reading stopped there.'
  if (page === MAX_PAGES) return `Its listing has more than ${MAX_PAGES} pages: reading stopped there.`
  return isOverBudget ? 'Its listing is larger in all than one answer may be: reading stopped there.' : undefined
}

function ttlOf({ ttlMs }: JsonObject): number | null {
  return typeof ttlMs === 'number' && Number.isFinite(ttlMs) && ttlMs > 0 ? Math.round(ttlMs) : null
}
