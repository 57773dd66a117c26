import { type Bench, BenchCannotRun, neededFlags, type Print } from '../bench'
import { readDocuments } from '../search/corpus'
import { importCatalog, startService, UNREACHED_LIMIT } from '../service'
import {
  type AttackText,
  eventOf,
  type KnownTool,
  PLACE_NAMES,
  placed,
  readAttacks,
  readBenign,
} from './privacy-attacks'
import { attackHook, CRON_SECRET, makeBundle } from './privacy-hook'
import { eachOf, openReporter, type Reporter } from './privacy-reporter'
import { openSearchedStore, type SearchedStore } from './privacy-store'
import { TraceFinder, tracesOf } from './privacy-traces'

interface Figures {
  attacks: number
  accepted: number
  leaked: number
  benign: number
  refused: number
  hooks: number
  unanswered: number
}

/**
 * Posts every text of the attacks in every place of an event (an extra member, its name, the tool's id, its last
 * segment, latency, idempotency key, error class, a nested member, a member given twice), one POST to ingest each, to a
 * server with the catalog imported, and in every place of a hook's event and address, one POST each (`hooks`;
 * `unanswered`: with 5xx or without an answer); then every benign id as a good event.
 *
 * `attacks`: the POSTs whose text must be refused (`expect: reject`). Only these count for `accepted` (answers that
 * counted an event) and `leaked`: answers that hold the text, and texts found in the server's output, in its metrics or
 * in the database afterwards but not before, each once. The search covers the text as it is, as JSON, in base64,
 * percent and hex, its ends, and the personal data in it. Lookalikes and awkward texts (`no-crash`) go through the same
 * places; their results are printed on stderr only, as a lookalike may be a good id. So is any 5xx or missing answer.
 * `refused`: benign events not counted. Runs on a throw-away database beside DATABASE_URL, or on PGlite where that is
 * unset.
 */
export const bench: Bench = {
  flags: { catalog: '', attacks: '', benign: '' },
  async run(flags, print) {
    const { catalog, attacks, benign } = neededFlags(flags, 'catalog', 'attacks', 'benign')
    const [texts, ids, known] = [readAttacks(attacks), readBenign(benign), await knownTool(catalog)]
    const store = await openSearchedStore()
    try {
      print(`on ${store.name}`)
      await importCatalog(store.environment, catalog, print)
      return { ...(await attackAndSearch(store, texts, ids, known, print)) }
    } finally {
      await store.drop()
    }
  },
}

async function knownTool(catalog: string): Promise<KnownTool> {
  const tool = (await readDocuments(catalog)).find(({ id, serverId }) => id !== serverId)
  if (tool === undefined) throw new BenchCannotRun(`no server of ${catalog} has a tool`)
  return { serverId: tool.serverId, toolId: tool.id }
}

async function attackAndSearch(
  store: SearchedStore,
  texts: readonly AttackText[],
  ids: readonly string[],
  known: KnownTool,
  print: Print,
): Promise<Figures> {
  const log: Buffer[] = []
  const environment = { ...store.environment, LIMIT_KEYED: String(UNREACHED_LIMIT), CRON_SECRET }
  const server = await startService(environment, (bytes) => log.push(bytes))
  try {
    const reporter = await openReporter(server.url)
    await makeBundle(server.url)
    const before = await rehearse(reporter, store, known)
    const [logBefore, metricsBefore] = [Buffer.concat(log), await metricsOf(server.url)]
    const answered = await attack(reporter, texts, known, print)
    const hooks = await attackHook(reporter, texts, known, print)
    const refused = await reportBenign(reporter, ids, print)
    const metrics = await metricsOf(server.url)
    await server.stop()
    const logAfter = Buffer.concat(log).subarray(logBefore.length)
    const finder = new TraceFinder(texts.flatMap(tracesOfAll))
    const logged = leaksOf(texts, finder, [logAfter], [logBefore])
    const stored = leaksOf(texts, finder, await store.read(), before)
    const counted = leaksOf(texts, finder, [metrics], [metricsBefore])
    const kept = [...logged, ...stored, ...counted]
    const echoed = answered.echoed + hooks.echoed
    print(
      `echoed ${echoed}, logged ${logged.length}, stored ${stored.length}, in metrics ${counted.length} (by kind: ${kindsOf(kept)})`,
    )
    const { attacks, accepted } = answered
    const figures = { attacks, accepted, leaked: echoed + new Set(kept).size, benign: ids.length, refused }
    return { ...figures, hooks: hooks.sent, unanswered: hooks.unanswered }
  } finally {
    await server.stop()
  }
}

/**
 * The database's content before the attack, after one good event and one refused. Throws where the search does not even
 * find the good event.
 */
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
  print: Print,
): Promise<{ attacks: number; accepted: number; echoed: number }> {
  const sums = { attacks: 0, accepted: 0, echoed: 0 }
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
    sums.attacks += 1
    sums.accepted += accepted > 0 ? 1 : 0
    sums.echoed += isEcho ? 1 : 0
  })
  for (const [what, times] of [...counts].sort()) print(`${String(times).padStart(6)}  ${what}`)
  return sums
}

async function metricsOf(url: string): Promise<Buffer> {
  const answer = await fetch(`${url}/metrics`)
  if (!answer.ok) throw new BenchCannotRun(`/metrics answered ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** Reports every benign id. Returns how many were not counted. */
async function reportBenign(reporter: Reporter, ids: readonly string[], print: Print): Promise<number> {
  let refused = 0
  await eachOf(ids, async (toolId) => {
    const { status, accepted } = await reporter.post(eventOf({ toolId, success: true, latencyMs: 100 }))
    if (accepted === 1) return
    refused += 1
    print(`benign but not counted (${status}): ${toolId}`)
  })
  return refused
}

const tracesOfAll = ({ text, entities }: AttackText) => [text, ...entities].flatMap(tracesOf)

/** The texts that must be refused of which a trace is in `after` but not in `before`. */
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
