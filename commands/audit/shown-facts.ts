import { randomInt } from 'node:crypto'
import { HistoryAnswer } from '../../lib/contract/history'
import { OPERATIONS } from '../../lib/contract/operations'
import { ScoreAnswer } from '../../lib/contract/shapes/score'
import type { ShownBreakage } from '../../lib/core/audit/check-shown'
import { idToPath } from '../../lib/core/catalog/subject-id'
import { chunksOf } from '../../lib/store/chunks'
import { type Service, ServiceUnusable } from '../fetch-service'

/** In bytes. */
const MAX_BYTES = 8_000_000
const AT_ONCE = 8
/** Incidents of a page, and pages. */
const PAGE = 100
const MOST_PAGES = 100

/** What the service shows of one server. null: it does not know the server any more. */
export interface ShownServer {
  serverId: string
  history: HistoryAnswer | null
  /** The explained score, unread. */
  score: unknown
  /** Between these instants it was read, epoch ms. */
  askedAt: number
  readAt: number
}

/** What the service shows now, to be compared with its log. */
export interface ShownFacts {
  servers: ShownServer[]
  incidents: ShownBreakage[]
  /** All open breakages; null: there are more than one answer has. */
  open: ShownBreakage[] | null
  jwks: unknown
}

export async function readShown(
  service: Service,
  serverIds: readonly string[],
  clock: () => Date,
): Promise<ShownFacts> {
  const servers: ShownServer[] = []
  for (const chunk of chunksOf(serverIds, AT_ONCE))
    servers.push(...(await Promise.all(chunk.map((id) => readServer(service, id, clock)))))
  const { open, isWhole } = await readOpen(service)
  const incidents = await readIncidents(service)
  const jwks = await service.getJson('/.well-known/jwks.json', { maxBytes: MAX_BYTES })
  return { servers, incidents, open: isWhole ? open : null, jwks }
}

async function readServer(service: Service, serverId: string, clock: () => Date): Promise<ShownServer> {
  const askedAt = clock().getTime()
  const path = idToPath(serverId)
  const json = await service.findJson(`/v1/history/${path}`, { maxBytes: MAX_BYTES })
  const history = json === null ? null : HistoryAnswer.safeParse(json)
  if (history !== null && !history.success) throw otherForm(service, `/v1/history/${path}`)
  const score = await service.findJson(`/v1/score/${path}?explain=1`, { maxBytes: MAX_BYTES })
  if (score !== null && !ScoreAnswer.safeParse(score).success) throw otherForm(service, `/v1/score/${path}`)
  return { serverId, history: history?.data ?? null, score, askedAt, readAt: clock().getTime() }
}

async function readOpen(service: Service): Promise<{ open: ShownBreakage[]; isWhole: boolean }> {
  const json = await service.getJson(`/v1/breakages?limit=${PAGE}`, { maxBytes: MAX_BYTES })
  const { success, data } = OPERATIONS.breakages.output.safeParse(json)
  if (!success) throw otherForm(service, '/v1/breakages')
  return { open: data.breakages, isWhole: data.breakages.length < PAGE }
}

async function readIncidents(service: Service): Promise<ShownBreakage[]> {
  const breakages: ShownBreakage[] = []
  for (let page = 1; page <= MOST_PAGES; page += 1) {
    const path = `/v1/incidents?limit=${PAGE}&page=${page}`
    const { success, data } = OPERATIONS.incidents.output.safeParse(
      await service.getJson(path, { maxBytes: MAX_BYTES }),
    )
    if (!success) throw otherForm(service, path)
    breakages.push(...data.incidents.flatMap((incident) => incident.breakages))
    if (!data.hasMore) break
  }
  return breakages
}

/** So many of these, at random. */
export function sampleOf(ids: readonly string[], most: number): string[] {
  const left = [...ids]
  if (left.length <= most) return left
  return Array.from({ length: most }, () => left.splice(randomInt(left.length), 1)[0] ?? '')
}

function otherForm(service: Service, path: string): ServiceUnusable {
  return new ServiceUnusable(`${service.root}${path} answered in another form than this program knows.`)
}
