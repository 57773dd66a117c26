import type { CatalogServer } from '../../../core/catalog/catalog'
import { mcpEndpoint } from '../../../core/catalog/catalog'
import { type AssessedEntry, evidenceOf, type WayEvidence } from './way-evidence'
import { type NamedWay, slugOf, wayOfPackage, wayOfRemote, wayOfSource } from './way-identity'
import { WAY_KINDS, wayStateRow } from './way-states'

/** An entry of a product, with what its catalog says of how it is got and how it is rated. */
export interface ProductEntry extends AssessedEntry, Pick<CatalogServer, 'remotes' | 'packages' | 'repository'> {
  /** It speaks for the product: its publisher's own, where one is known. */
  isLeader: boolean
  score: number
}

/** One way to get a product: an address, a package, an image, documentation, its source. */
export interface Way extends NamedWay, WayEvidence {
  /** Names it in addresses: `remote`, `npm`, `remote-2`. Different for each way of a product. */
  slug: string
  /** The entries that name it, the one whose evidence it has first. */
  servers: readonly string[]
  /** Those of them whose evidence says another state. */
  disputedBy: readonly string[]
}

/**
 * Every way to get a product, the one that speaks for it first. What several entries name is one way, with the evidence
 * that rests on most probes; where their evidence disagrees, it says so. Of two good ones that of the leading entry
 * comes first: a gateway of others may work better and is not the publisher's own.
 */
export function waysOf(entries: readonly ProductEntry[], now: Date): Way[] {
  const live = entries.filter(({ isDeleted }) => !isDeleted)
  const found = new Map<string, { way: NamedWay; evidence: WayEvidence[] }>()
  for (const entry of live.length > 0 ? live : entries)
    for (const [place, way] of namedWays(entry).entries()) {
      const known = found.get(way.key) ?? { way, evidence: [] }
      known.evidence.push(evidenceOf(entry, way, isFirst(entry, way, place), now))
      found.set(way.key, known)
    }
  const all = withSlugs([...found.values()].map(({ way, evidence }) => merged(way, evidence)))
  const useful = all.filter(({ isLocal, asOf, kind }) => kind !== 'source' && (!isLocal || asOf !== null))
  return (useful.length > 0 ? useful : all).sort(byPreference(entries))
}

/** The ways that an entry names; its source where it names no other. Launchers of other servers are none. */
function namedWays({ remotes, packages, repository }: ProductEntry): NamedWay[] {
  const ways = [...remotes.map(wayOfRemote), ...packages.flatMap((one) => wayOfPackage(one) ?? [])]
  const named = [...new Map(ways.map((way) => [way.key, way])).values()]
  return named.length === 0 && repository !== null ? [wayOfSource(repository)] : named
}

function isFirst({ remotes }: ProductEntry, { target, name }: NamedWay, place: number): boolean {
  const endpoint = mcpEndpoint(remotes)
  return endpoint === undefined ? place === 0 : endpoint.url === name && endpoint.transport === target
}

function merged(way: NamedWay, evidence: readonly WayEvidence[]): Omit<Way, 'slug'> {
  const unsafe = evidence.find(({ state }) => state === 'unsafe')
  const [best, ...others] = evidence.toSorted(byWeight)
  if (best === undefined) throw new Error(`a way without an entry: ${way.key}`)
  const servers = [best, ...others].map(({ serverId }) => serverId)
  const disagrees = ({ state, asOf }: WayEvidence) =>
    asOf !== null && wayStateRow(state).sign !== wayStateRow(best.state).sign
  const disputedBy = others.filter(disagrees).map(({ serverId }) => serverId)
  return { ...way, ...best, ...(unsafe !== undefined && { state: 'unsafe' }), servers, disputedBy }
}

/** What says something before what says nothing, then the evidence of most probes, then the newest. */
function byWeight(one: WayEvidence, other: WayEvidence): number {
  return (
    Number(saysNothing(one)) - Number(saysNothing(other)) ||
    other.probes - one.probes ||
    (other.asOf ?? 0) - (one.asOf ?? 0) ||
    (one.serverId < other.serverId ? -1 : 1)
  )
}

const saysNothing = ({ state }: WayEvidence) => state === 'not_checked'

/** Numbers the ways of one kind by their names, so that a number stays while states change. */
function withSlugs(ways: readonly Omit<Way, 'slug'>[]): Way[] {
  const counts = new Map<string, number>()
  return ways
    .toSorted((one, other) => (one.key < other.key ? -1 : 1))
    .map((way) => {
      const slug = slugOf(way)
      const count = (counts.get(slug) ?? 0) + 1
      counts.set(slug, count)
      return { ...way, slug: count === 1 ? slug : `${slug}-${count}` }
    })
}

const KIND_PLACES = new Map(WAY_KINDS.map(({ name }, place) => [name, place]))

function byPreference(entries: readonly ProductEntry[]): (one: Way, other: Way) => number {
  const leader = entries.find(({ isLeader }) => isLeader)?.serverId
  const scores = new Map(entries.map(({ serverId, score }) => [serverId, score]))
  const isOther = ({ servers }: Way) => Number(leader === undefined || !servers.includes(leader))
  const placeOf = ({ kind }: Way) => KIND_PLACES.get(kind) ?? 0
  const scoreOf = ({ serverId }: Way) => scores.get(serverId) ?? 0
  return (one, other) => {
    const [row, otherRow] = [wayStateRow(one.state), wayStateRow(other.state)]
    return (
      row.rank - otherRow.rank ||
      isOther(one) - isOther(other) ||
      Number(one.isTemplate || one.isLocal) - Number(other.isTemplate || other.isLocal) ||
      placeOf(one) - placeOf(other) ||
      row.place - otherRow.place ||
      scoreOf(other) - scoreOf(one) ||
      other.servers.length - one.servers.length ||
      (one.key < other.key ? -1 : 1)
    )
  }
}
