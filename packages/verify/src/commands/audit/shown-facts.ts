import { randomInt } from 'node:crypto'
import type { ShownAccuracy } from '../../audit/check-accuracy.ts'
import type { ShownBreakage } from '../../audit/check-shown.ts'
import type { ShownVerdict } from '../../audit/check-verdict.ts'
import type { ShownText } from '../../audit/tlog-clearances.ts'
import type { TlogFacts } from '../../audit/tlog-facts.ts'
import { chunksOf } from '../../chunks.ts'
import { idToPath } from '../../subject-id.ts'
import type { Formed, ValueForm } from '../../value-form.ts'
import { isReport } from '../accuracy-forms.ts'
import { isBreakages, isDeclarations, isHealth, isHistory, isIncident, isIncidents, isScore } from '../answer-forms.ts'
import { type Service, ServiceUnusable } from '../fetch-service.ts'

/** In bytes. */
const MAX_BYTES = 8_000_000
const AT_ONCE = 8
/** Incidents of a page, and pages. */
const PAGE = 100
const MOST_PAGES = 100
/** Breakages that a service shows of each incident of a list, and of one alone. */
const BREAKAGES_IN_LIST = 10
const BREAKAGES_OF_ONE = 200
/** Incidents that are asked for one by one. */
const MOST_IN_FULL = 500
const TOOLS_OF_A_SERVER = 2

type IncidentRecord = Formed<typeof isIncident>

/** What the service shows of one server. null: it does not know the server any more. */
export interface ShownServer {
  serverId: string
  history: Formed<typeof isHistory> | null
  /** The explained score. */
  score: Formed<typeof isScore> | null
  /** Its unsafe texts. */
  texts: ShownText[]
  /** Verdicts on the server and on some of its tools. */
  verdicts: ShownVerdict[]
  /** Between these instants it was read, epoch ms. */
  askedAt: number
  readAt: number
}

/** What the service shows now, to be compared with its log. */
export interface ShownFacts {
  servers: ShownServer[]
  /** Of all incidents; `hasAllPast`: none is missing but of open ones. */
  incidents: ShownBreakage[]
  hasAllPast: boolean
  /** All open breakages; null: there are more than one answer has. */
  open: ShownBreakage[] | null
  jwks: unknown
  /** null: the service makes no report. */
  accuracy: ShownAccuracy | null
  /** When all was read, epoch ms. */
  readAt: number
}

/** What is asked for of one server. */
export interface AskedServer {
  serverId: string
  /** Of it, whose verdicts are read. */
  toolIds: readonly string[]
}

export async function readShown(
  service: Service,
  asked: readonly AskedServer[],
  clock: () => Date,
): Promise<ShownFacts> {
  const servers: ShownServer[] = []
  for (const chunk of chunksOf(asked, AT_ONCE))
    servers.push(...(await Promise.all(chunk.map((one) => readServer(service, one, clock)))))
  const { open, isWhole } = await readOpen(service)
  // What opens again while the list is read moves to a page that was read before.
  const lists = [await readIncidents(service), await readIncidents(service)]
  const incidents = [...new Map(lists.flatMap((list) => list.breakages.map((one) => [one.id, one]))).values()]
  const hasAllPast = lists.every((list) => list.isWhole)
  const jwks = await service.getJson('/.well-known/jwks.json', { maxBytes: MAX_BYTES })
  const askedAt = clock().getTime()
  const report = await findFormed(service, '/v1/report', isReport)
  const accuracy = report === null ? null : { ...report, askedAt }
  const readAt = clock().getTime()
  return { servers, incidents, hasAllPast, open: isWhole ? open : null, jwks, accuracy, readAt }
}

async function readServer(
  service: Service,
  { serverId, toolIds }: AskedServer,
  clock: () => Date,
): Promise<ShownServer> {
  const askedAt = clock().getTime()
  const path = idToPath(serverId)
  const history = await findFormed(service, `/v1/history/${path}`, isHistory)
  const score = await findFormed(service, `/v1/score/${path}?explain=1`, isScore)
  const readAt = clock().getTime()
  const texts = await readUnsafeTexts(service, serverId, clock)
  const verdicts: ShownVerdict[] = []
  for (const id of [serverId, ...toolIds]) verdicts.push(...(await readVerdict(service, id, clock)))
  return { serverId, history, score, texts, verdicts, askedAt, readAt }
}

/** The verdict on a server or tool; none: the service does not know it any more. */
async function readVerdict(service: Service, id: string, clock: () => Date): Promise<ShownVerdict[]> {
  const askedAt = clock().getTime()
  const path = `/v1/health/${idToPath(id)}`
  const health = await findFormed(service, path, isHealth)
  if (health === null) return []
  const { verdict, reasons } = health
  const staleAfter = health.staleAfter === null ? null : Date.parse(health.staleAfter)
  const evidence = health.evidence.map(({ kind, asOf }) => ({ kind, asOf: asOf === null ? null : Date.parse(asOf) }))
  return [{ id, verdict, reasons, staleAfter, evidence, askedAt, readAt: clock().getTime() }]
}

async function readOpen(service: Service): Promise<{ open: ShownBreakage[]; isWhole: boolean }> {
  const { breakages } = await getFormed(service, `/v1/breakages?limit=${PAGE}`, isBreakages)
  return { open: breakages, isWhole: breakages.length < PAGE }
}

/** Breakages of all incidents; `isWhole`: none is left out. */
async function readIncidents(service: Service): Promise<{ breakages: ShownBreakage[]; isWhole: boolean }> {
  const listed: IncidentRecord[] = []
  let hasMore = true
  for (let page = 1; hasMore && page <= MOST_PAGES; page += 1) {
    const path = `/v1/incidents?limit=${PAGE}&page=${page}`
    const { incidents, hasMore: goesOn } = await getFormed(service, path, isIncidents)
    if (incidents.length > PAGE) throw otherForm(service, path)
    listed.push(...incidents)
    hasMore = goesOn
  }
  const cut = listed.filter(({ closedAt, breakages }) => closedAt === null || breakages.length >= BREAKAGES_IN_LIST)
  const inFull: (IncidentRecord | null)[] = []
  for (const { id } of cut.slice(0, MOST_IN_FULL)) inFull.push(await readIncident(service, id))
  const isWhole = (one: IncidentRecord | null) => one !== null && one.breakages.length < BREAKAGES_OF_ONE
  return {
    breakages: [...listed, ...inFull].flatMap((one) => one?.breakages ?? []),
    isWhole: !hasMore && cut.length <= MOST_IN_FULL && inFull.every(isWhole),
  }
}

/** null: it is there no more. */
function readIncident(service: Service, id: string): Promise<IncidentRecord | null> {
  return findFormed(service, `/v1/incidents/${id}`, isIncident)
}

async function readUnsafeTexts(service: Service, serverId: string, clock: () => Date): Promise<ShownText[]> {
  const askedAt = clock().getTime()
  const declared = await findFormed(service, `/v1/declarations/${idToPath(serverId)}`, isDeclarations)
  return (declared?.unsafeTexts ?? []).map(({ digest, cleared }) => ({ serverId, askedAt, digest, cleared }))
}

/** So many servers of the log, and two tools of each, at random. */
export function sampleServers(facts: TlogFacts, most: number): AskedServer[] {
  const serverIds = sampleOf(facts.serverIds(), most)
  const tools = facts.toolIdsOf(new Set(serverIds))
  return serverIds.map((serverId) => ({ serverId, toolIds: sampleOf(tools.get(serverId) ?? [], TOOLS_OF_A_SERVER) }))
}

/** So many of these, at random. */
function sampleOf(ids: readonly string[], most: number): string[] {
  const left = [...ids]
  if (left.length <= most) return left
  return Array.from({ length: most }, () => left.splice(randomInt(left.length), 1)[0] ?? '')
}

/** The JSON at a path in this form; null: there is none. */
async function findFormed<Value>(service: Service, path: string, isFormed: ValueForm<Value>): Promise<Value | null> {
  const json = await service.findJson(path, { maxBytes: MAX_BYTES })
  if (json !== null && !isFormed(json)) throw otherForm(service, path)
  return json
}

async function getFormed<Value>(service: Service, path: string, isFormed: ValueForm<Value>): Promise<Value> {
  const json = await service.getJson(path, { maxBytes: MAX_BYTES })
  if (!isFormed(json)) throw otherForm(service, path)
  return json
}

function otherForm(service: Service, path: string): ServiceUnusable {
  return new ServiceUnusable(`${service.root}${path} answered in another form than this program knows.`)
}
