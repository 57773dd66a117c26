import type { Grade } from 'assay-verify/score/grade'
import { type StoredToolFacts, type ToolFacts, toolFactsOf } from 'assay-verify/score/tool-facts'
import type { ServerState } from 'assay-verify/state/server-state'
import type { Access, Recommendation, Status, Verdict } from 'assay-verify/verdict'
import { assessBriefly } from '../../core/verdict/assessment'
import { lastChangeAt } from '../../core/verdict/changes-by-time'
import { type FeedEntry, rowBodyOf } from './feed-entry'

/**
 * A server and its subjects as the feed is built from them. Times of changes: whole seconds since 1970, by the
 * database's clock.
 */
export interface FeedServer {
  declaredAccess: Access
  /** null: it was never probed. */
  serverState: ServerState | null
  /** When its state was last written; 0: never. */
  changedAt: number
  subjects: readonly FeedSubject[]
}

export interface FeedSubject {
  id: string
  kind: 'server' | 'tool'
  listed: boolean
  removedAt: Date | null
  facts: StoredToolFacts | null
  score: number
  grade: Grade
  /** When its listing, and when its rating, was last written. */
  listedChangedAt: number
  ratingChangedAt: number
}

interface Assessed {
  verdict: Verdict
  status: Status
  recommendation: Recommendation
  verdictChangedAt: number
}

/** The feed's entries at `now` for a server's subjects, in any order. */
export function feedEntriesOf(server: FeedServer, now: Date, making: number): FeedEntry[] {
  const { serverState, declaredAccess } = server
  const assessed = (tool: ToolFacts | null): Assessed => {
    const { verdict, status, recommendation } = assessBriefly(serverState, declaredAccess, tool, now)
    const verdictChangedAt = Math.max(0, Math.ceil(lastChangeAt(serverState, tool, now) / 1000))
    return { verdict, status, recommendation, verdictChangedAt }
  }
  let plain: Assessed | undefined
  // Most tools of one server have equal texts: they share one string.
  const sayings = new Map<string, string>()
  const said = (row: Parameters<typeof rowBodyOf>[0]): string => {
    const key = `${row.verdict} ${row.status} ${row.recommendation} ${row.score} ${row.grade}`
    const saying = sayings.get(key) ?? rowBodyOf(row)
    sayings.set(key, saying)
    return saying
  }
  return server.subjects.map((subject) => {
    const { id, listed, facts, removedAt, score, grade, listedChangedAt, ratingChangedAt } = subject
    if (!listed) return { id, saying: null, changedAt: listedChangedAt, verdictChangedAt: 0, making }
    // Most tools have no facts of their own: their assessment is that of the server, computed once.
    const isPlain = facts === null && removedAt === null
    if (isPlain) plain ??= assessed(null)
    const { verdictChangedAt, ...assessment } = isPlain && plain !== undefined ? plain : assessed(toolFactsOf(subject))
    const changedAt = Math.max(server.changedAt, listedChangedAt, ratingChangedAt)
    return { id, saying: said({ ...assessment, score, grade }), changedAt, verdictChangedAt, making }
  })
}
