import { hasUnsafeText } from 'assay-verify/score/tool-facts'
import { LRUCache } from 'lru-cache'
import { repositoryNameOf } from '../../core/lookup/repository-name'
import type { Assessment } from '../../core/verdict/assessment'
import type { CallerNeeds } from '../../core/verdict/recommendation'
import type { ResultOption } from '../../search/results/result-option'
import type { SearchFacts } from '../../store/catalog/candidates'
import { assessCandidate } from '../candidate'
import type { Context } from '../context'
import type { Ranked } from '../finder'
import type { Exact, Named } from './find-named'
import { serversNamedIn } from './servers-named-in'

/** A subject that a search may show, with what is known of it now. */
export interface SearchOption extends ResultOption {
  facts: SearchFacts
  assessment: Assessment
}

/**
 * What a text names, what the index finds for it, and the servers of those tools whose whole name is in the text.
 * Unordered, twins not folded.
 */
export async function readOptions(
  text: string,
  ranked: readonly Ranked[],
  named: Named,
  caller: CallerNeeds,
  { subjectFacts, now }: Pick<Context, 'subjectFacts' | 'now'>,
): Promise<SearchOption[]> {
  const read = async (relevanceOf: ReadonlyMap<string, number>, exactOf: (facts: SearchFacts) => Exact | null) => {
    const found = await subjectFacts.listSearchFacts([...relevanceOf.keys()])
    // What the index still has of removed tools is no result; one is only found by its id.
    const shown = found.filter((facts) => facts.removedAt == null || exactOf(facts) === 'id')
    return shown.map((facts): SearchOption => {
      const assessment = assessCandidate(facts, now, caller)
      const { id, kind, name, score, descriptionHash, serverKey } = facts
      const { verdict, recommendation } = assessment
      const rated = {
        verdict,
        recommendation,
        isUnsafe: hasUnsafeText(facts.facts),
        score,
        serverKey,
        facts,
        assessment,
      }
      const repository = repositoryOf(facts.repository)
      const relevance = relevanceOf.get(id) ?? 0
      return { id, kind, name, exact: exactOf(facts), relevance, repository, descriptionHash, ...rated }
    })
  }
  const unranked = [...named.exact.keys()].map((id) => [id, 0] as const)
  const measured = new Map([...unranked, ...ranked.map(({ id, relevance }) => [id, relevance] as const)])
  const options = await read(
    measured,
    (facts) => named.exact.get(facts.id) ?? (named.isNamed(facts) ? ('name' as const) : null),
  )
  return [...options, ...(await read(serversNamedIn(text, options), () => null))]
}

/** Addresses whose repository is kept, some 200 bytes each. */
const MOST_ADDRESSES = 10_000
const repositories = new LRUCache<string, { name: string | null }>({ max: MOST_ADDRESSES })

/** The repository and the folder in it, as one text; reading an address takes longer than all the rest of a result. */
function repositoryOf(address: string | null): string | null {
  if (address === null) return null
  const before = repositories.get(address)
  if (before !== undefined) return before.name
  const read = repositoryNameOf(address)
  const name = read === undefined ? null : `${read.name}#${read.path}`
  repositories.set(address, { name })
  return name
}
