import { idFault } from '../core/catalog/subject-id'
import type { Grade } from '../core/score/grade'
import { toolFactsOf } from '../core/score/tool-facts'
import { judge } from '../core/verdict/judgement'
import type { Status } from '../core/verdict/verdict'
import type { Context } from './context'

/** What a badge says. Its message is ours alone: nothing a stranger wrote is in it. */
export interface BadgeFace {
  label: string
  message: string
  /** `#rrggbb`; white on it has a contrast of 4.5 or more. */
  color: string
}

const LABEL = 'assay'

export const BADGE_COLORS = {
  healthy: '#12643a',
  degraded: '#8d4a06',
  unknown: '#566063',
  down: '#a4211b',
  auth: '#2f4c9b',
} as const satisfies Record<Status, string>

const MESSAGES = {
  healthy: 'healthy',
  degraded: 'degraded',
  unknown: 'unknown',
  down: 'down',
  auth: 'needs credentials',
} as const satisfies Record<Status, string>

/** The badge of a tool or server as it is now; of any other text the grey one. */
export async function badgeFace(id: string, { ratings, now }: Context): Promise<BadgeFace> {
  const rating = idFault(id) === undefined ? await ratings.findRating(id) : undefined
  if (rating === undefined) return { label: LABEL, message: 'unknown tool', color: BADGE_COLORS.unknown }
  const { status } = judge(rating.belief, rating.declaredAccess, toolFactsOf(rating), now)
  return { label: LABEL, message: messageOf(status, rating.score, rating.grade), color: BADGE_COLORS[status] }
}

/** A score without a grade is a bound for want of evidence, which a badge has no room to explain. */
function messageOf(status: Status, score: number, grade: Grade): string {
  return grade === 'unrated' ? MESSAGES[status] : `${MESSAGES[status]} ${score.toFixed(1)} ${grade}`
}
