import { comparedPairs, groupedBy, haveOneTitle, haveOneToolList, nameLikeness } from './comparison'
import type { Identity } from './identity'
import { compact, likeness, type WordWeights } from './names'

/** A repository that one registry lists so often holds several products: names tell them apart. */
const MONOREPO_FROM = 3
/** A repository that so many owners in one registry give as theirs is an example that was left in place. */
const PLACEHOLDER_OWNERS = 5
const ALIKE_TITLES = 0.85
const ALIKE_NAMES = 0.4
const SAME_TOOLS = 0.6
/** Of the words of two names, where one has all words of the other. */
const MOST_WORDS = 0.6
const LANGUAGE = /^(js|ts|typescript|javascript|node|python|py|go|rust|java|kotlin|dotnet|csharp|deno)$/

/** The repositories that say nothing about who names them. */
export function placeholderRepositories(entries: readonly Identity[]): ReadonlySet<string> {
  const byRepository = groupedBy(entries, ({ repository }) => (repository === null ? [] : [repository]))
  return new Set([...byRepository].filter(([, named]) => isPlaceholder(named)).map(([repository]) => repository))
}

function isPlaceholder(named: readonly Identity[]): boolean {
  const byRegistry = groupedBy(named, ({ registry, path }) => (path === null ? [] : [registry]))
  return [...byRegistry.values()].some(
    (listed) => new Set(listed.map(({ path }) => path?.split('/')[0])).size >= PLACEHOLDER_OWNERS,
  )
}

/** Entries whose package most others name with a repository of another owner. */
export function doubtfulEntries(entries: readonly Identity[]): ReadonlySet<Identity> {
  const byPackage = groupedBy(
    entries.filter(({ owner }) => owner !== null),
    ({ packages }) => packages,
  )
  return new Set(
    [...byPackage.values()].flatMap((named) => {
      const byOwner = [...groupedBy(named, ({ owner }) => [owner ?? '']).values()]
      const most = byOwner.find(({ length }) => length > named.length / 2)
      return most === undefined ? [] : named.filter((entry) => !most.includes(entry))
    }),
  )
}

/** Two entries that name one repository. `basis` null: it holds several products, and these are two of them. */
export interface RepositoryPair {
  one: Identity
  other: Identity
  basis: 'folder' | 'repository' | null
}

/** The entries that name one repository, in pairs. */
export function repositoryPairs(entries: readonly Identity[], weights: WordWeights): RepositoryPair[] {
  const byRepository = groupedBy(entries, ({ repository }) => (repository === null ? [] : [repository]))
  return [...byRepository.values()].flatMap((named) => {
    const decide = decisionIn(named, weights)
    return comparedPairs(named).map(([one, other]) => ({ one, other, basis: decide(one, other) }))
  })
}

type Decision = (one: Identity, other: Identity) => RepositoryPair['basis']

/** How two entries of a repository are distinguished, by how many each registry lists of it. */
function decisionIn(named: readonly Identity[], weights: WordWeights): Decision {
  const ofRegistries = [...groupedBy(named, ({ registry }) => [registry]).values()]
  const most = Math.max(...ofRegistries.map(({ length }) => length))
  const sameName = most === 1 ? () => true : nameDecision(named, most, weights)
  return (one, other) => {
    if ((one.isDoubtful || other.isDoubtful) && nameLikeness(one, other, weights) < ALIKE_NAMES) return null
    const folders = [one.folder, other.folder]
    if (one.folder !== '' && one.folder === other.folder) return 'folder'
    if (!folders.includes('') && !(folders.every(isLanguage) && haveOneTitle(one, other))) return null
    if (haveOneToolList(one, other, 2, SAME_TOOLS)) return 'repository'
    return sameName(one, other) ? 'repository' : null
  }
}

const isLanguage = (folder: string) => LANGUAGE.test(folder.split('/').at(-1) ?? '')

function nameDecision(named: readonly Identity[], most: number, weights: WordWeights) {
  const isMonorepo = most >= MONOREPO_FROM
  const common = isMonorepo ? commonWords(named) : new Set<string>()
  const own = (words: readonly string[]) => words.filter((word) => !common.has(word))
  return (one: Identity, other: Identity): boolean => {
    if (sameWords(own(one.name), own(other.name))) return true
    if (own(one.title).length > 0 && sameWords(own(one.title), own(other.title))) return true
    if (isMonorepo) return false
    const isAlike = nameLikeness(one, other, weights)
    return (
      likeness(one.title, other.title, weights) >= ALIKE_TITLES ||
      isAlike >= ALIKE_TITLES ||
      (one.registry !== other.registry && one.folder + other.folder === '' && isAlike >= ALIKE_NAMES)
    )
  }
}

/** Words that more than half of a repository's entries have: the maker's name, as in `neo4j memory`. */
function commonWords(named: readonly Identity[]): ReadonlySet<string> {
  const byWord = groupedBy(named, ({ title, name }) => [...title, ...name])
  return new Set([...byWord].filter(([, having]) => having.length > named.length / 2).map(([word]) => word))
}

/** Equal but for separators, or one has all words of the other and few more. Both without words: equal. */
function sameWords(one: readonly string[], other: readonly string[]): boolean {
  if (one.length === 0 || other.length === 0) return one.length === other.length
  if (compact(one) === compact(other)) return true
  const [fewer, more] = new Set(one).size <= new Set(other).size ? [one, new Set(other)] : [other, new Set(one)]
  return fewer.every((word) => more.has(word)) && new Set(fewer).size / more.size >= MOST_WORDS
}
