import type { SearchDocument } from '../../lib/search/index/search-document'
import { termsOfName } from '../../lib/search/index/terms'
import { randomFrom, sample } from '../random'
import type { Pool, Question } from './questions'

/** The group by which these questions are weighted. */
export const SHORT = 'short'
const TOOLS_A_POOL = 120
const LONGEST = 60

/**
 * Questions as short as in a search box, which are rare in labelled sets: a tool's own name in words, or the first words of its description.
 * Asked of a pool with the tool they have an answer; asked of a pool of other registries, without a tool of that name, they have none.
 */
export function shortQuestions(
  documents: readonly SearchDocument[],
  pools: Readonly<Record<string, Pool>>,
  seed: number,
): Question[] {
  const random = randomFrom(seed)
  const whole = Object.entries(pools).filter(
    ([, { exclude, excludeServers }]) => !exclude?.length && !excludeServers?.length,
  )
  const held = new Map(whole.map(([name, pool]) => [name, documentsIn(documents, pool)]))
  const names = new Map([...held].map(([name, list]) => [name, new Set(list.map(spokenName))]))
  return whole.flatMap(([name, { registries }]) => {
    const own = sample(held.get(name) ?? [], TOOLS_A_POOL, random)
    const others = whole.filter(([, other]) => !other.registries.some((registry) => registries.includes(registry)))
    return own.flatMap((document, at) => {
      const query = at % 2 === 0 ? spokenName(document) : opening(document)
      if (query === '') return []
      const elsewhere = others.filter(([other]) => !names.get(other)?.has(spokenName(document)))
      const asked = sample(elsewhere, 1, random).map(([other]) => question(query, other, []))
      return [question(query, name, [document.id]), ...asked]
    })
  })
}

function question(query: string, pool: string, gold: string[]): Question {
  const level = gold.length === 0 ? 'none' : 'tool'
  return { id: `${SHORT} ${pool} ${query}`, pool, candidates: null, level, query, gold, goldGroups: null }
}

function documentsIn(documents: readonly SearchDocument[], { registries }: Pool): SearchDocument[] {
  const wanted = new Set(registries)
  return documents.filter(({ id, serverId }) => id !== serverId && wanted.has(serverId.slice(0, serverId.indexOf('/'))))
}

function spokenName({ name }: SearchDocument): string {
  return termsOfName(name).join(' ')
}

function opening({ description }: SearchDocument): string {
  const sentence = description.split(/[.\n]/, 1)[0] ?? ''
  return sentence.length <= LONGEST ? sentence : sentence.slice(0, sentence.lastIndexOf(' ', LONGEST))
}
