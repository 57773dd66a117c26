import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { type Bench, BenchCannotRun } from '../bench'
import { freePort, type RunningServer, runCommand, startServer } from '../processes'
import { loadTools } from '../search/search-corpus'
import {
  type AttackText,
  eventOf,
  type IngestRequest,
  type KnownTool,
  PLACE_NAMES,
  placed,
  readAttacks,
  readBenign,
} from './privacy-attacks'
import { openSearchedStore, type SearchedStore } from './privacy-store'
import { TraceFinder, tracesOf } from './privacy-traces'

/** Requests under way at once. */
const CONNECTIONS = 8
/** Limits are on; the one key of the bench may ask as often as it likes. */
const RAISED_LIMIT = '1000000000'

/** An answer as bytes, headers and all; status 0: there was none. */
interface Answer {
  status: number
  accepted: number
  bytes: Buffer
}

interface Reporter {
  post(sent: IngestRequest): Promise<Answer>
}

interface Figures {
  attacks: number
  accepted: number
  leaked: number
  benign: number
  refused: number
}

/**
 * Every text of the attacks in every place an event has (a member of its own, that member's name, the tool's id, its last segment, latency,
 * idempotency key, error class, a nested member, a member given twice), one POST to ingest each, at a server with the catalog
 * imported; then every benign id as a good event.
 *
 * `attacks`: the POSTs whose text must be refused (`expect: reject`); only these count for `accepted` (answers that counted an event) and
 * `leaked`: answers that hold the text, and texts found in the server's output or in the database afterwards and not before,
 * each once. A text is looked for as it is, as JSON, in base64, percent and hex, by its ends, and by the personal data in it.
 * Lookalikes and texts that are only awkward (`no-crash`) are sent through the same places; what they bring about is told on
 * stderr, for a lookalike may be a good id. A 5xx or no answer is told there too, whoever caused it. `refused`: benign events not
 * counted. On a throw-away database beside DATABASE_URL, or, where that is unset, on PGlite in a folder of its own.
 */
export const bench: Bench = {
  flags: { catalog: '', attacks: '', benign: '' },
  async run({ catalog = '', attacks = '', benign = '' }, say) {
    if (catalog === '') throw new BenchCannotRun('--catalog DIR: the folder with the catalog files')
    if (attacks === '') throw new BenchCannotRun('--attacks FILE: lines of {kind, text or textB64, entities, expect}')
    if (benign === '') throw new BenchCannotRun('--benign FILE: lines of {toolId}')
    const [texts, ids, known] = [readAttacks(attacks), readBenign(benign), knownTool(catalog)]
    const store = await openSearchedStore(process.env.DATABASE_URL || undefined)
    try {
      await importCatalog(store, catalog, say)
      const figures = await attackAndSearch(store, texts, ids, known, say)
      return { ...figures }
    } finally {
      await store.drop()
    }
  },
}

function knownTool(catalog: string): KnownTool {
  const tool = loadTools(catalog).find(({ id, server }) => id !== server)
  if (tool === undefined) throw new BenchCannotRun(`no server of ${catalog} has a tool`)
  return { serverId: tool.server, toolId: tool.id }
}

async function importCatalog({ name, environment }: SearchedStore, catalog: string, say: (line: string) => void) {
  const files = readdirSync(catalog).filter((file) => file.endsWith('.jsonl'))
  say(`importing ${files.length} files into ${name}`)
  const paths = files.map((file) => join(catalog, file))
  await runCommand(['--import', 'tsx', 'commands/import.ts', ...paths], environment)
}

async function attackAndSearch(
  store: SearchedStore,
  texts: readonly AttackText[],
  ids: readonly string[],
  known: KnownTool,
  say: (line: string) => void,
): Promise<Figures> {
  const log: Buffer[] = []
  const server = await startIngest(store, (bytes) => log.push(bytes))
  try {
    const reporter = await openReporter(server.url)
    const before = await rehearse(reporter, store, known)
    const logBefore = Buffer.concat(log)
    const told = await attack(reporter, texts, known, say)
    const refused = await reportBenign(reporter, ids, say)
    await server.stop()
    const logAfter = Buffer.concat(log).subarray(logBefore.length)
    const finder = new TraceFinder(texts.flatMap(tracesOfAll))
    const logged = leaksOf(texts, finder, [logAfter], [logBefore])
    const stored = leaksOf(texts, finder, await store.read(), before)
    say(
      `echoed ${told.echoed}, logged ${logged.length}, stored ${stored.length} (by kind: ${kindsOf([...logged, ...stored])})`,
    )
    const leaked = told.echoed + new Set([...logged, ...stored]).size
    return { attacks: told.attacks, accepted: told.accepted, leaked, benign: ids.length, refused }
  } finally {
    await server.stop()
  }
}

async function startIngest(store: SearchedStore, onOutput: (bytes: Buffer) => void): Promise<RunningServer> {
  const port = await freePort()
  const environment = {
    ...store.environment,
    PORT: String(port),
    REFERENCE_SERVERS: 'off',
    REGISTRY_URL: 'off',
    TIMER: 'off',
    LIMIT_KEYED: RAISED_LIMIT,
  }
  return startServer(['commands/start.mjs'], environment, port, '/v1/ping', onOutput)
}

async function openReporter(url: string): Promise<Reporter> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const issued = await fetch(`${url}/v1/keys`, { method: 'POST' })
  if (issued.status !== 201) throw new BenchCannotRun(`POST /v1/keys answered ${issued.status}`)
  const { apiKey } = (await issued.json()) as { apiKey: string }
  return { post: (sent) => post(`${url}/v1/ingest`, agent, apiKey, sent) }
}

/** Everything kept before the attack, once a good event and a refused one have gone their way; a search that finds not even that is blind. */
async function rehearse(reporter: Reporter, store: SearchedStore, known: KnownTool): Promise<Buffer[]> {
  const good = await reporter.post(eventOf({ toolId: known.toolId, success: true, latencyMs: 100 }))
  if (good.accepted !== 1) throw new BenchCannotRun(`a good event was answered ${good.status}: ${good.bytes}`)
  const refused = await reporter.post(eventOf({ toolId: known.toolId, success: true, note: '' }))
  if (refused.status < 400) throw new BenchCannotRun(`an event with a member too many was answered ${refused.status}`)
  const kept = await store.read()
  const needle = Buffer.from(known.serverId)
  if (!kept.some((piece) => piece.includes(needle))) throw new BenchCannotRun('the search does not find what is stored')
  return kept
}

async function attack(
  reporter: Reporter,
  texts: readonly AttackText[],
  known: KnownTool,
  say: (line: string) => void,
): Promise<{ attacks: number; accepted: number; echoed: number }> {
  const told = { attacks: 0, accepted: 0, echoed: 0 }
  const counts = new Map<string, number>()
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const jobs = texts.flatMap((text) => PLACE_NAMES.map((place) => ({ ...text, place })))
  await eachOf(jobs, async ({ text, place, kind, entities, mustBeRefused }) => {
    const { status, accepted, bytes } = await reporter.post(placed(text, place, known))
    const isEcho = new TraceFinder([text, ...entities].flatMap(tracesOf)).find(bytes).size > 0
    const what = `${kind} ${mustBeRefused ? 'reject' : 'other'}`
    count(`${what}: ${place} answered ${status}`)
    if (status === 0 || status >= 500) count(`5xx or no answer: ${what} in ${place}`)
    if (accepted > 0) count(`ACCEPTED: ${what} in ${place}`)
    if (isEcho) count(`ECHOED: ${what} in ${place}`)
    if (!mustBeRefused) return
    told.attacks += 1
    told.accepted += accepted > 0 ? 1 : 0
    told.echoed += isEcho ? 1 : 0
  })
  for (const [what, times] of [...counts].sort()) say(`${String(times).padStart(6)}  ${what}`)
  return told
}

/** How many benign events were not counted. */
async function reportBenign(reporter: Reporter, ids: readonly string[], say: (line: string) => void): Promise<number> {
  let refused = 0
  await eachOf(ids, async (toolId) => {
    const { status, accepted } = await reporter.post(eventOf({ toolId, success: true, latencyMs: 100 }))
    if (accepted === 1) return
    refused += 1
    say(`benign and not counted (${status}): ${toolId}`)
  })
  return refused
}

const tracesOfAll = ({ text, entities }: AttackText) => [text, ...entities].flatMap(tracesOf)

/** The texts that must be refused of which some trace lies in `after` and none of `before` had it. */
function leaksOf(
  texts: readonly AttackText[],
  finder: TraceFinder,
  after: readonly Buffer[],
  before: readonly Buffer[],
): AttackText[] {
  const found = new Set(after.flatMap((piece) => [...finder.find(piece)]))
  const earlier = new TraceFinder([...found].map((trace) => Buffer.from(trace, 'latin1')))
  for (const piece of before) for (const trace of earlier.find(piece)) found.delete(trace)
  return texts.filter(
    (text) => text.mustBeRefused && tracesOfAll(text).some((trace) => found.has(trace.toString('latin1'))),
  )
}

function kindsOf(texts: readonly AttackText[]): string {
  return texts.length === 0 ? 'none' : [...new Set(texts.map(({ kind }) => kind))].join(', ')
}

async function eachOf<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values()
  const worker = async () => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
}

function post(url: string, agent: Agent, apiKey: string, { body, idempotencyKey }: IngestRequest): Promise<Answer> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${apiKey}`,
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
  }
  return new Promise((resolve) => {
    const none = () => resolve({ status: 0, accepted: 0, bytes: Buffer.alloc(0) })
    const call = request(url, { method: 'POST', agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', none)
      response.on('end', () => {
        const answered = Buffer.concat(chunks)
        const bytes = Buffer.concat([Buffer.from(`${response.rawHeaders.join('\n')}\n`, 'latin1'), answered])
        resolve({ status: response.statusCode ?? 0, accepted: acceptedOf(answered), bytes })
      })
    })
    call.on('error', none)
    call.end(body)
  })
}

function acceptedOf(body: Buffer): number {
  try {
    const { accepted } = JSON.parse(body.toString()) as { accepted?: unknown }
    return typeof accepted === 'number' ? accepted : 0
  } catch {
    return 0
  }
}
