import { HOUR_MS } from '../core/duration'
import { uptimeFrom, WINDOW_HOURS } from '../core/history/uptime'
import { EMPTY_SCORE_FACTS, scoreFactsFrom, scoreFrom } from '../core/score/score'
import { type ToolFacts, toolFactsOf } from '../core/score/tool-facts'
import type { ServerState } from '../core/state/server-state'
import { type Assessment, assess } from '../core/verdict/assessment'
import type { Access } from '../core/verdict/verdict'
import type { Database } from '../store/database'
import { listServerStates, type ServerStateRecord, type StoredServerState } from '../store/evidence/evidence'
import { listIntervals } from '../store/evidence/intervals'
import { listRatingsOfServers, recordRatings, type SubjectRating } from '../store/ratings/ratings'

/** A server, what is believed of it and what that says. */
export interface AssessedServer {
  serverKey: number
  serverState: ServerState | null
  assessment: Assessment
}

/** What is to be stored of these servers at `now`, from beliefs and the stored intervals alone. One nobody has looked at is left out. */
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

/** Brings the stored ratings of servers and their tools to what their evidence says at `now`; writes only those that change. */
export async function rateServers(
  tx: Database,
  servers: readonly Pick<AssessedServer, 'serverKey'>[],
  now: Date,
): Promise<number> {
  const keys = servers.map((entry) => entry.serverKey)
  const [states, ratings] = [await listServerStates(tx, keys), await listRatingsOfServers(tx, keys)]
  // Tools of one server share its facts, and most of them all else: what follows from the same is computed once.
  const known = new Map<string, Pick<SubjectRating, 'verdict' | 'score' | 'grade'>>()
  const changes = ratings.flatMap((rating) => {
    const tool = toolFactsOf(rating)
    const facts = `${rating.serverKey} ${JSON.stringify(tool)}`
    const said = known.get(facts) ?? ratingFrom(states.get(rating.serverKey), rating.declaredAccess, tool, now)
    known.set(facts, said)
    const same = said.verdict === rating.verdict && said.score === rating.score && said.grade === rating.grade
    return same ? [] : [{ id: rating.id, ...said }]
  })
  await recordRatings(tx, changes)
  return changes.length
}

/** Nobody may have looked at the server (undefined), and callers may have told of its tool all the same. */
function ratingFrom(state: StoredServerState | undefined, declaredAccess: Access, tool: ToolFacts | null, now: Date) {
  const { verdict } = assess(state?.serverState ?? null, declaredAccess, tool, now)
  const { score, grade } = scoreFrom(state?.scoreFacts ?? EMPTY_SCORE_FACTS, tool)
  return { verdict, score, grade }
}
