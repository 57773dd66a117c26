import { compareWorking, exactRank, type ResultOption } from './result-option'

/** An option with the ids of its other listings, what works best first. */
export type Folded<Option extends ResultOption> = Option & { alsoListedAs: string[] }

/**
 * One result for each tool or server, however often it is listed: of equal name and description, or of equal name and
 * repository. Shown is what was typed, else what works best, else the first; with the best relevance of its listings.
 * In the order in which their first listings come.
 */
export function foldTwins<Option extends ResultOption>(options: readonly Option[]): Folded<Option>[] {
  const groupOf = new Map<string, Set<Option>>()
  for (const option of options) {
    const keys = twinKeys(option)
    const known = [...new Set(keys.map((key) => groupOf.get(key)))].filter((group) => group !== undefined)
    const [group = new Set(), ...others] = known
    group.add(option)
    for (const key of keys) groupOf.set(key, group)
    // A twin of two groups makes them one.
    for (const member of others.flatMap((other) => [...other])) {
      group.add(member)
      for (const key of twinKeys(member)) groupOf.set(key, group)
    }
  }
  const places = new Map(options.map((option, place) => [option, place]))
  const placeOf = (option: Option) => places.get(option) ?? 0
  return [...new Set(groupOf.values())].map((group) => foldedOf([...group].sort((a, b) => placeOf(a) - placeOf(b))))
}

/** What it shares with its twins; its id is shared with none. */
function twinKeys({ id, kind, name, repository, descriptionHash }: ResultOption): string[] {
  return [
    id,
    ...(descriptionHash === null ? [] : [`${kind} ${name}\n${descriptionHash}`]),
    ...(repository === null ? [] : [`${kind} ${name}\n\n${repository}`]),
  ]
}

function foldedOf<Option extends ResultOption>(group: readonly Option[]): Folded<Option> {
  const [shown, ...others] = group.toSorted((a, b) => exactRank(a) - exactRank(b) || compareWorking(a, b))
  if (shown === undefined) throw new Error('a group of twins is never empty')
  return {
    ...shown,
    relevance: Math.max(...group.map(({ relevance }) => relevance)),
    alsoListedAs: others.map(({ id }) => id),
  }
}
