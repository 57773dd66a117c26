import { STATUS_WORDS } from 'assay-verify/text/status-words'
import { VERDICTS } from 'assay-verify/verdict'

/**
 * The published order of a listing. The first criterion decides; the next decides between equals of those before it.
 * The store orders by these keys, and the texts are the rule as readers see it; what is unsafe has no rank, and
 * `UNRANKED_RULE` says where it and empty servers stand.
 */
export const RANKING = [
  { key: 'safe', text: null },
  { key: 'empty', text: null },
  { key: 'verdict', text: `by current verdict (${VERDICTS.join(', then ')})` },
  { key: 'score', text: 'by score, descending' },
  { key: 'evidence', text: 'by evidence (days observed of the last 90), descending' },
  { key: 'repository', text: 'those with a known repository first' },
  { key: 'callable', text: 'those that can be called first' },
  { key: 'id', text: 'by id' },
] as const
export type RankingKey = (typeof RANKING)[number]['key']

/** The rule as one sentence without its full stop. */
export const RANKING_RULE = ruleWith(({ text }) => text)

/** What comes last, and what no rank is given to; three sentences. */
export const UNRANKED_RULE =
  'What was never checked has no rank. A server that offers no tools comes after all that can be used. One whose texts instruct agents to act against their users comes last, without a rank.'

/** How a page orders what has no rank because it was never checked. */
export const UNRATED_ORDER = 'verified publisher, a way in, tools listed, licence, age of the last release'

const STATES_IN_ORDER = `by state (${STATUS_WORDS.healthy}, then ${STATUS_WORDS.degraded}, then ${STATUS_WORDS.auth} or ${STATUS_WORDS.unknown}, then ${STATUS_WORDS.down})`

/** The same with the words that pages show for verdicts. Who asks for credentials has the verdict `unknown`. */
export const RANKING_RULE_IN_WORDS = ruleWith(({ key, text }) => (key === 'verdict' ? STATES_IN_ORDER : text))

function ruleWith(textOf: (criterion: (typeof RANKING)[number]) => string | null): string {
  return RANKING.flatMap((criterion) => textOf(criterion) ?? []).join(', then ')
}

/** How a reader may have a listing sorted. Equals keep the published order; what has no value comes last. */
export const LISTING_SORTS = ['rank', 'latency', 'name'] as const
export type ListingSort = (typeof LISTING_SORTS)[number]

/**
 * `all`: a row for each tool. `servers`: a row for each server, its best tool, with the others of the server folded
 * under it.
 */
export const LISTING_VIEWS = ['all', 'servers'] as const
