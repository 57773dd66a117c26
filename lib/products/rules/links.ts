import { comparedPairs, groupedBy, haveOneTitle, haveOneToolList, nameLikeness } from './comparison'
import type { PublisherKeys } from './corrections'
import { type Identity, makerOfDomain, makerOfOwner } from './identity'
import { likeness, type WordWeights } from './names'
import type { Contradiction, LinkBasis, ProductLink } from './product-link'
import { repositoryPairs } from './repository-links'

const ALIKE = 0.6
const ALIKE_TITLES = 0.85
/** Names of entries with one address that are less alike, and repositories that differ, contradict the address. */
const UNLIKE = 0.3
const SAME_TOOLS = 0.8
const SOME_TOOLS = 0.6
const FEWEST_TOOLS = 3

/** What the facts that entries share say of each two: they are one product, or are not although they share one. */
export interface Findings {
  links: ProductLink[]
  contradictions: Contradiction[]
}

/** `apart`: what it is called when two that share the key are not one; null: that is no contradiction. */
interface SharedFact {
  basis: LinkBasis
  keysOf: (entry: Identity) => Iterable<string>
  areOne: AreOne
  apart: Contradiction['code'] | null
}
type AreOne = (one: Identity, other: Identity) => boolean

/**
 * What is found of every two entries that share a fact, in the order of the entries. Never by name alone: a name
 * decides only where an address, a repository, a package, an owner, a maker or a list of tools is shared.
 */
export function findingsOf(entries: readonly Identity[], weights: WordWeights, publishers: PublisherKeys): Findings {
  const known = entries.filter(({ republished }) => !republished)
  const found: Findings = { links: [], contradictions: [] }
  for (const fact of sharedFacts(weights, publishers))
    for (const group of groupedBy(known, fact.keysOf).values())
      for (const [one, other] of comparedPairs(group)) {
        const pair = { one: one.id, other: other.id }
        if (fact.areOne(one, other)) found.links.push({ ...pair, basis: fact.basis })
        else if (fact.apart !== null) found.contradictions.push({ ...pair, code: fact.apart })
      }
  for (const { one, other, basis } of repositoryPairs(known, weights)) {
    const pair = { one: one.id, other: other.id }
    if (basis === null) found.contradictions.push({ ...pair, code: 'one_repository' })
    else found.links.push({ ...pair, basis })
  }
  return found
}

function sharedFacts(weights: WordWeights, publishers: PublisherKeys): SharedFact[] {
  const alike = (one: Identity, other: Identity, least: number) => nameLikeness(one, other, weights) >= least
  const makersOf = ({ sites: { domains, documentation }, owner }: Identity) => [
    ...[...domains].map((domain) => makerOfDomain(domain, publishers)),
    // Documentation of an interface is no server, whoever writes it.
    ...[...documentation].map((domain) => `docs ${domain}`),
    ...(owner === null ? [] : [makerOfOwner(owner, publishers)]),
  ]
  return [
    {
      basis: 'address',
      keysOf: ({ addresses }) => addresses,
      areOne: (one, other) => !haveTwoRepositories(one, other) || alike(one, other, UNLIKE),
      apart: 'address_of_other_repository',
    },
    {
      basis: 'package',
      keysOf: ({ packages }) => packages,
      areOne: (one, other) =>
        (one.repository === null || one.repository !== other.repository) &&
        (haveOneOwner(one, other) ||
          haveOneProject(one, other) ||
          // Of two owners only the titles count: many registries make ids from the names of packages.
          (haveTwoOwners(one, other)
            ? likeness(one.title, other.title, weights) >= ALIKE_TITLES
            : alike(one, other, ALIKE))),
      apart: 'package_of_other_repository',
    },
    {
      basis: 'path',
      keysOf: ({ path }) => (path === null ? [] : [path]),
      areOne: ({ registry }, other) => registry !== other.registry,
      apart: null,
    },
    {
      basis: 'owner',
      keysOf: ({ owner }) => (owner === null ? [] : [owner]),
      areOne: (one, other) =>
        one.repository !== other.repository &&
        !areTwoListed(one, other) &&
        (haveOneTitle(one, other) || haveOneToolList(one, other, FEWEST_TOOLS, SAME_TOOLS)),
      apart: null,
    },
    {
      basis: 'maker',
      keysOf: makersOf,
      areOne: (one, other) => !areTwoListed(one, other) && (haveOneTitle(one, other) || alike(one, other, 1)),
      apart: null,
    },
    {
      basis: 'handshake',
      keysOf: ({ serverInfo, toolsDigest }) =>
        serverInfo === null || toolsDigest === null ? [] : [`${serverInfo} ${toolsDigest}`],
      areOne: (one, other) => !haveTwoOwners(one, other),
      apart: 'copied_tools',
    },
  ]
}

const haveTwoRepositories: AreOne = (one, other) =>
  one.repository !== null && other.repository !== null && one.repository !== other.repository
/** One registry lists two repositories of a maker, whose tools are not the same: two things, whatever the names. */
const areTwoListed: AreOne = (one, other) =>
  one.registry === other.registry && haveTwoRepositories(one, other) && !haveOneToolList(one, other, 2, SOME_TOOLS)
const haveOneOwner: AreOne = (one, other) => one.owner !== null && one.owner === other.owner
const haveTwoOwners: AreOne = (one, other) => one.owner !== null && other.owner !== null && one.owner !== other.owner
const haveOneProject: AreOne = (one, other) =>
  one.repository !== null && projectOf(one.repository) === projectOf(other.repository)
const projectOf = (repository: string | null) => repository?.split('/').at(-1)
