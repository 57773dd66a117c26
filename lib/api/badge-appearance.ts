import type { Grade } from 'assay-verify/score/grade'
import { type ChangeClass, toolFactsOf } from 'assay-verify/score/tool-facts'
import { idFault } from 'assay-verify/subject-id'
import type { Access, Status } from 'assay-verify/verdict'
import { assess } from '../core/verdict/assessment'
import { emptyListingOf } from '../core/verdict/empty-listing'
import { faultDecides, faultOf, type ToolFault } from '../core/verdict/recommendation'
import type { Context } from './context'
import { findRating } from './get-rating'

/** The content of a badge. No text of a third party is in it. */
export interface BadgeAppearance {
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

/** The badge of a tool whose own fault decides the recommendation. */
const FAULTS = {
  unsafe_text: { message: 'unsafe', color: BADGE_COLORS.down },
  no_tools: { message: 'no tools', color: BADGE_COLORS.down },
  other_than_tools: { message: 'no tools', color: BADGE_COLORS.degraded },
  one_tool: { message: 'a tool changed', color: BADGE_COLORS.degraded },
  removed: { message: 'removed', color: BADGE_COLORS.down },
  safety: { message: 'unsafe change', color: BADGE_COLORS.degraded },
  breaking: { message: 'breaking change', color: BADGE_COLORS.degraded },
} as const satisfies Record<ToolFault, { message: string; color: string }>

/** The same of a server, of which one tool changed. */
const OF_ONE_TOOL: Readonly<Partial<Record<ChangeClass, string>>> = {
  safety: 'a tool is less safe',
  removed: 'a tool was removed',
}

/** The badge for callers over their limit, whatever they asked for. */
export const OVER_LIMIT: BadgeAppearance = { label: LABEL, message: 'rate limited', color: BADGE_COLORS.unknown }

/** The badge of a tool or server at `now`; the grey one for any other text. */
export async function badgeAppearance(id: string, context: Context): Promise<BadgeAppearance> {
  const { now } = context
  const rating = idFault(id) === undefined ? await findRating(id, context) : undefined
  if (rating === undefined) return { label: LABEL, message: 'unknown tool', color: BADGE_COLORS.unknown }
  const tool = toolFactsOf(rating)
  const { status, verdict, axes } = assess(rating.serverState, rating.declaredAccess, tool, now)
  const fault = faultOf(tool, emptyListingOf(rating.serverState, now)?.fault)
  const { message, color } = faultDecides(verdict, fault)
    ? { ...FAULTS[fault], ...(fault === 'one_tool' && oneToolOf(tool?.openChange?.class)) }
    : { message: wordOf(status, axes.access), color: BADGE_COLORS[status] }
  if (fault === 'unsafe_text') return { label: LABEL, message, color }
  return { label: LABEL, message: messageOf(message, rating.score, rating.grade), color }
}

function oneToolOf(name: ChangeClass | undefined): { message?: string } {
  const message = name && OF_ONE_TOOL[name]
  return message === undefined ? {} : { message }
}

/** The status itself, as in the API. Who asks for payment is not said to ask for credentials. */
function wordOf(status: Status, access: Access): string {
  if (status !== 'auth') return status
  return access === 'paid' ? 'requires payment' : 'requires credentials'
}

/**
 * The state now first, then the grade as the history that it is: what is down may have been of grade A for 30 days. An
 * unrated score is only a bound for lack of evidence, which a badge has no room to explain: it is left out.
 */
function messageOf(message: string, score: number, grade: Grade): string {
  return grade === 'unrated' ? message : `${message} · 30 days: ${grade} ${score.toFixed(1)}`
}
