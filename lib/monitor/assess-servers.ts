import { HOUR_MS } from 'assay-verify/duration'
import { EMPTY_SCORE_FACTS, scoreFactsFrom, scoreFrom } from 'assay-verify/score/score'
import { type ToolFacts, toolFactsOf } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access } from 'assay-verify/verdict'
import { uptimeFrom, WINDOW_HOURS } from '../core/history/uptime'
import { type Assessment, assess } from '../core/verdict/assessment'
import type { Database } from '../store/database'
import { listServerStates, type ServerStateRecord, type StoredServerState } from '../store/evidence/evidence'
import { listIntervals } from '../store/evidence/intervals'
import { queueFacts } from '../store/outbox/queue'
import { listRatingsOfServers, recordRatings, type SubjectRating } from '../store/ratings/ratings'

export interface AssessedServer {
  serverKey: number
  serverState: ServerState | null
  assessment: Assessment
}

/**
 * What to store of these servers at `now`, from their states and the stored intervals alone. A server that was never
 * probed is left out.
 */
export async function assessStates(
  tx: Database,
  servers: readonly AssessedServer[],
  now: Date,
): Promise<ServerStateRecord[]> {
  const since = new Date(now.getTime() - WINDOW_HOURS['90d'] * HOUR_MS)
  const keys = servers.map((entry) => entry.serverKey)
  const intervals = await listIntervals(tx, keys, since)
  return servers.flatMap(({ serverKey, serverState, assessment }) => {
    if (serverState === null) return []
    const own = intervals.get(serverKey) ?? []
    return {
      serverKey,
      serverState,
      uptime: uptimeFrom(
        own,
        serverState.firstInformativeAt === null ? null : new Date(serverState.firstInformativeAt),
        now,
      ),
      scoreFacts: scoreFactsFrom(serverState, own, now),
      verdict: assessment.verdict,
      asOf: assessment.asOf ?? now,
      staleAfter: assessment.staleAfter ?? now,
    }
  })
}

/**
 * Updates the stored ratings of servers and their tools to their evidence at `now`; writes and counts only those that
 * change, and queues verdicts that turn for the log.
 */
export async function rateServers(tx: Database, keys: readonly number[], now: Date): Promise<number> {
  const [states, ratings] = [await listServerStates(tx, keys), await listRatingsOfServers(tx, keys)]
  // Tools of one server share its state, and most have equal facts of their own: equal input is rated once.
  const computed = new Map<string, Pick<SubjectRating, 'verdict' | 'score' | 'grade'>>()
  const changes = ratings.flatMap((rating) => {
    const tool = toolFactsOf(rating)
    const facts = `${rating.serverKey} ${JSON.stringify(tool)}`
    const current = computed.get(facts) ?? ratingFrom(states.get(rating.serverKey), rating.declaredAccess, tool, now)
    computed.set(facts, current)
    const { verdict, score, grade } = current
    const same = verdict === rating.verdict && score === rating.score && grade === rating.grade
    return same ? [] : [{ id: rating.id, before: rating.verdict, ...current }]
  })
  await recordRatings(tx, changes)
  const at = now.toISOString()
  const turned = changes.filter(({ before, verdict }) => before !== verdict)
  const facts = turned.map(
    ({ id, before, verdict }) => ({ kind: 'verdict', at, id, from: before, to: verdict }) as const,
  )
  await queueFacts(tx, facts, now)
  return changes.length
}

/** A server that was never probed has no state, but callers may have reported outcomes of its tools. */
function ratingFrom(state: StoredServerState | undefined, declaredAccess: Access, tool: ToolFacts | null, now: Date) {
  const { verdict } = assess(state?.serverState ?? null, declaredAccess, tool, now)
  const { score, grade } = scoreFrom(state?.scoreFacts ?? EMPTY_SCORE_FACTS, tool)
  return { verdict, score, grade }
}
