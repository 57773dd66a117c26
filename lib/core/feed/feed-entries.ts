import type { Grade } from '../score/grade'
import { type StoredToolFacts, type ToolFacts, toolFactsOf } from '../score/tool-facts'
import type { Belief } from '../state/belief'
import { judgeBriefly } from '../verdict/judgement'
import type { Access, Status, Verdict } from '../verdict/verdict'
import { type FeedEntry, sayingOf } from './feed-entry'
import { lastTurnAt } from './judgement-turn'

/** A server and its subjects as the feed is made from them. Times of changes: whole seconds since 1970, by the database's clock. */
export interface FeedServer {
  declaredAccess: Access
  /** null: nobody has looked at it. */
  belief: Belief | null
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

interface Judged {
  verdict: Verdict
  status: Status
  turnedAt: number
}

/** What the feed says at `now` of a server's subjects, in any order. */
export function feedEntriesOf(server: FeedServer, now: Date, making: number): FeedEntry[] {
  const { belief, declaredAccess } = server
  const judged = (tool: ToolFacts | null): Judged => {
    const { verdict, status } = judgeBriefly(belief, declaredAccess, tool, now)
    return { verdict, status, turnedAt: Math.max(0, Math.ceil(lastTurnAt(belief, tool, now) / 1000)) }
  }
  let plain: Judged | undefined
  // Tools of one server mostly say the same: one text for all of them, not one each.
  const sayings = new Map<string, string>()
  const said = (row: Parameters<typeof sayingOf>[0]): string => {
    const key = `${row.verdict} ${row.status} ${row.score} ${row.grade}`
    const saying = sayings.get(key) ?? sayingOf(row)
    sayings.set(key, saying)
    return saying
  }
  return server.subjects.map((subject) => {
    const { id, listed, facts, removedAt, score, grade, listedChangedAt, ratingChangedAt } = subject
    if (!listed) return { id, saying: null, changedAt: listedChangedAt, turnedAt: 0, making }
    // Most tools have nothing of their own: what is judged of their server is judged once.
    const isPlain = facts === null && removedAt === null
    if (isPlain) plain ??= judged(null)
    const { verdict, status, turnedAt } = isPlain && plain !== undefined ? plain : judged(toolFactsOf(subject))
    const changedAt = Math.max(server.changedAt, listedChangedAt, ratingChangedAt)
    return { id, saying: said({ verdict, score, grade, status }), changedAt, turnedAt, making }
  })
}
