import { VERDICTS } from 'assay-verify/verdict'
import { type AskedSubject, isEndOfId, nameKey } from '../../core/lookup/asked-subject'
import { matchOfPlace } from '../../core/lookup/place-match'
import { keyOfName } from '../../core/lookup/server-name'
import type { NamedSubject } from '../../store/catalog/named-subjects'
import type { SubjectFactsReader } from '../../store/catalog/subject-facts'

/** What a text is of a subject: its id, or its name, package or repository. */
export type Exact = 'id' | 'name'

/** Subjects that a text names. */
export interface Named {
  /** By id, servers before tools and the better rated first. */
  exact: ReadonlyMap<string, Exact>
  /** Whether the text is also the name of another subject that the index finds. */
  isNamed(subject: { name: string }): boolean
}

const NOTHING_NAMED: Named = { exact: new Map(), isNamed: () => false }

/** The subjects that a text names, at most `limit` of each kind; undefined asked: it is no name. */
export async function findNamed(
  asked: AskedSubject | undefined,
  limit: number,
  facts: SubjectFactsReader,
): Promise<Named> {
  if (asked === undefined) return NOTHING_NAMED
  const found = await facts.listNamed({
    text: asked.text,
    tail: asked.tail,
    repositories: asked.repositories.map(({ name }) => name),
    packages: asked.packages.flat().map(({ name }) => name),
  })
  const key = nameKey(asked.text)
  // Where the text is an id as it stands, others that differ from it in case or separators are named by it only.
  const isWhole = found.some(({ id }) => id === asked.text)
  const isId = ({ id }: NamedSubject) => (isWhole ? id === asked.text : nameKey(id) === key)
  const named = [
    ...found.filter(({ by, id }) => by === 'id' || by === 'name' || (by === 'ending' && isEndOfId(asked.text, id))),
    ...byRepository(asked, found),
    ...byPackage(asked, found),
  ].sort(bestFirst)
  const exact = new Map<string, Exact>()
  for (const kind of ['server', 'tool'] as const) {
    const ofKind = new Map(named.filter((one) => one.kind === kind).map((one) => [one.id, one]))
    const byIdFirst = [...ofKind.values()].sort((a, b) => Number(isId(b)) - Number(isId(a)))
    for (const one of byIdFirst.slice(0, limit)) exact.set(one.id, isId(one) ? 'id' : 'name')
  }
  return { exact, isNamed: ({ name }) => nameKey(name) === key }
}

function bestFirst(a: NamedSubject, b: NamedSubject): number {
  return VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) || b.score - a.score
}

/** Servers of the asked place in a repository; where its catalog places none there, all of the repository. */
function byRepository({ repositories }: AskedSubject, found: readonly NamedSubject[]): NamedSubject[] {
  const pathOf = new Map(repositories.map(({ name, path }) => [name, path]))
  const ofRepository = found.filter(({ by, found: name }) => by === 'repository' && pathOf.has(name))
  const there = ofRepository.filter(({ found: name, path }) => matchOfPlace(pathOf.get(name) ?? '', path) === 'exact')
  return there.length > 0 ? there : ofRepository
}

/** Servers of the likeliest reading that finds any. */
function byPackage({ packages }: AskedSubject, found: readonly NamedSubject[]): NamedSubject[] {
  for (const group of packages) {
    const keys = new Set(group.map(keyOfName))
    const of = found.filter(
      ({ by, found: name }) => (by === 'npm' || by === 'pypi') && keys.has(keyOfName({ kind: by, name })),
    )
    if (of.length > 0) return of
  }
  return []
}
