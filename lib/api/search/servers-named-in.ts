import { wordsOf } from 'assay-verify/text/words'
import { EQUAL_FIT } from '../../search/results/order-results'
import type { ResultOption } from '../../search/results/result-option'
import type { SearchFacts } from '../../store/catalog/candidates'
import { LEAST_RELEVANCE, shownProbability } from '../find-candidates'

/**
 * Most servers that are results because the text has their name: one whose name is a common word is named by many
 * texts.
 */
const MOST_SERVERS = 3
/** In names of servers these say nothing; one that consists of them is not looked for. */
const GENERIC: ReadonlySet<string> = new Set(['mcp', 'server'])

/** What decides whether the server of an option is a result. */
export type ToolOption = Pick<ResultOption, 'id' | 'kind' | 'relevance'> & {
  facts: Pick<SearchFacts, 'serverId' | 'serverTitle'>
}

/**
 * Servers of the found tools whose title, or own name in their id, consists of words of the text. By id, with their
 * relevance: that of their best tool, less a band, so that the tool comes first.
 */
export function serversNamedIn(text: string, options: readonly ToolOption[]): Map<string, number> {
  const words = new Set(wordsOf(text))
  const isNamed = (name: string) => {
    const telling = wordsOf(name).filter((word) => !GENERIC.has(word))
    return telling.length > 0 && telling.every((word) => words.has(word))
  }
  const known = new Set(options.map(({ id }) => id))
  const found = new Map<string, number>()
  for (const { kind, facts, relevance } of options.toSorted((a, b) => b.relevance - a.relevance)) {
    const { serverId, serverTitle } = facts
    const own = shownProbability(relevance - EQUAL_FIT)
    if (kind === 'server' || known.has(serverId) || own < LEAST_RELEVANCE) continue
    known.add(serverId)
    const ownName = serverId.slice(serverId.lastIndexOf('/') + 1)
    if (isNamed(serverTitle) || isNamed(ownName)) found.set(serverId, own)
    if (found.size === MOST_SERVERS) break
  }
  return found
}
