import { alternativeOf } from './alternative.ts'
import type { BundleView, KnownServer } from './bundle.ts'
import { ACTIONS, type Decision, type DecisionCode, type RecentEvent, type ToolCall } from './decision.ts'
import { type Finding, type Question, worstFinding } from './findings.ts'
import type { Policy } from './policy.ts'
import { sentenceOf } from './sentence.ts'

/**
 * Whether a tool call is to be made, from what is at hand. `bundle` null: there is none. `recent`: what this caller saw
 * of this server, the oldest first; null: it keeps nothing, so that trials are given by the clock. `now`: milliseconds
 * since 1970. Pure: the same arguments give the same decision everywhere. Never throws.
 */
export function decide(
  call: ToolCall,
  bundle: BundleView | null,
  policy: Policy,
  recent: readonly RecentEvent[] | null,
  now: number,
): Decision {
  try {
    if (bundle === null || !isFresh(bundle, now)) return allowed('stale')
    const servers = serversOf(call, bundle)
    return servers === undefined ? allowed('unknown') : decided(servers, { call, view: bundle, policy, recent, now })
  } catch {
    // Something is not of the form that its type says: nothing can be said, and the call goes on.
    return allowed('unknown')
  }
}

/** A clock that was set back since the bundle came would keep it fresh for too long. */
const MOST_AHEAD_MS = 300_000

function isFresh({ assessedAt, expiresAt }: BundleView, now: number): boolean {
  return now < expiresAt && now > assessedAt - MOST_AHEAD_MS
}

const allowed = (code: DecisionCode, serverId: string | null = null): Decision => ({
  action: 'allow',
  code,
  text: '',
  serverId,
  alternative: null,
})

function serversOf({ keys }: ToolCall, view: BundleView): readonly KnownServer[] | undefined {
  for (const key of keys) {
    const servers = view.servers.get(key)
    if (servers !== undefined && servers.length > 0) return servers
  }
  return undefined
}

/** The mildest decision over servers of one name: which of them is called is not known. */
function decided(servers: readonly KnownServer[], question: Question): Decision {
  let mildest: { known: KnownServer; worst: Finding } | undefined
  for (const known of servers) {
    const worst = worstFinding(known, question)
    if (mildest === undefined || isMilder(worst, mildest.worst)) mildest = { known, worst }
  }
  if (mildest === undefined) return allowed('unknown')
  const { known, worst } = mildest
  const { action, code } = worst
  if (action === 'allow') return allowed(code, known.facts.id)
  const alternative = WITH_ALTERNATIVE.has(code)
    ? alternativeOf(question.call, known, question.view.configuredNames)
    : null
  const text = sentenceOf(code, { ...question, known }, alternative)
  return { action, code, text, serverId: known.facts.id, alternative }
}

function isMilder(one: Finding, other: Finding): boolean {
  const [action, than] = [ACTIONS.indexOf(one.action), ACTIONS.indexOf(other.action)]
  return action < than || (action === than && one.rank < other.rank)
}

/** Codes for which another tool helps. */
const WITH_ALTERNATIVE: ReadonlySet<DecisionCode> = new Set<DecisionCode>([
  'down',
  'removed',
  'unsafe',
  'pin',
  'degraded',
])
