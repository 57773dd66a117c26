import { groupedBy, haveOneTitle, haveOneToolList, nameLikeness, pairsOf } from './comparison'
import type { PublisherKeys } from './corrections'
import { type Identity, makerOfOwner } from './identity'
import type { WordWeights } from './names'
import type { LinkBasis, ProductLink } from './product-link'
import { placeholderRepositories, repositoryLinks } from './repository-links'

/** Of the entries that share a key so many are compared with each other. */
const MOST_COMPARED = 200
const ALIKE = 0.6
/** Names of entries with one address that are less alike, and repositories that differ, contradict the address. */
const UNLIKE = 0.3
const SAME_TOOLS = 0.8
const FEWEST_TOOLS = 3

/**
 * Every two entries of a catalog that are one product, each with the surest basis on which that rests. Never by name
 * alone: a name decides only where an address, a repository, a package, an owner or a maker is shared.
 */
export function linksOf(entries: readonly Identity[], weights: WordWeights, publishers: PublisherKeys): ProductLink[] {
  const makersOf = ({ makers, owner }: Identity) =>
    owner === null ? makers : [...makers, makerOfOwner(owner, publishers)]
  const placeholders = placeholderRepositories(entries)
  const known = entries
    .filter(({ republished }) => !republished)
    .map((entry) => (placeholders.has(entry.repository ?? '') ? { ...entry, repository: null, owner: null } : entry))
  const links = (basis: LinkBasis, keysOf: (entry: Identity) => Iterable<string>, areOne: AreOne) =>
    [...groupedBy(known, keysOf).values()].flatMap((sharing) =>
      pairsOf(sharing.slice(0, MOST_COMPARED))
        .filter(([one, other]) => areOne(one, other))
        .map(([one, other]): ProductLink => ({ one: one.id, other: other.id, basis })),
    )
  const alike = (one: Identity, other: Identity, least: number) => nameLikeness(one, other, weights) >= least
  return [
    ...links(
      'address',
      ({ addresses }) => addresses,
      (one, other) => !haveTwoRepositories(one, other) || alike(one, other, UNLIKE),
    ),
    ...repositoryLinks(known, weights),
    ...links(
      'package',
      ({ packages }) => packages,
      (one, other) =>
        (one.repository === null || one.repository !== other.repository) &&
        (haveOneOwner(one, other) || haveOneProject(one, other) || alike(one, other, ALIKE)),
    ),
    ...links(
      'path',
      ({ path }) => (path === null ? [] : [path]),
      ({ registry }, other) => registry !== other.registry,
    ),
    ...links(
      'owner',
      ({ owner }) => (owner === null ? [] : [owner]),
      (one, other) =>
        one.repository !== other.repository &&
        (haveOneTitle(one, other) || haveOneToolList(one, other, FEWEST_TOOLS, SAME_TOOLS)),
    ),
    ...links('maker', makersOf, (one, other) => haveOneTitle(one, other) || alike(one, other, 1)),
  ]
}

type AreOne = (one: Identity, other: Identity) => boolean

const haveTwoRepositories: AreOne = (one, other) =>
  one.repository !== null && other.repository !== null && one.repository !== other.repository
const haveOneOwner: AreOne = (one, other) => one.owner !== null && one.owner === other.owner
const haveOneProject: AreOne = (one, other) =>
  one.repository !== null && projectOf(one.repository) === projectOf(other.repository)
const projectOf = (repository: string | null) => repository?.split('/').at(-1)
