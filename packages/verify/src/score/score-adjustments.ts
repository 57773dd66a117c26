import type { Formula } from './formula-versions.ts'
import * as votes from './network-votes.ts'
import type { ScoreFacts } from './score-facts.ts'
import { breakingChangeLeft, type ScoredToolFacts } from './tool-facts.ts'
import * as usage from './usage.ts'

/** The most points that changes of its schema cost a tool. */
const SCHEMA_POINTS = 10

/** Breaking changes of the same day that cost all of these points. */
const SCHEMA_WORST_CHANGES = 3

/** One row beside the mean: points that are added to it, at most `most` either way. */
interface AdjustmentRule {
  name: string
  most: number
  description(formula: Formula): string
  constants(formula: Formula): Readonly<Record<string, number>>
  /** Null where it does not apply. `value` 0-1, best 1, for display; only `points` count. */
  assess(facts: ScoreFacts, tool: ScoredToolFacts | null, formula: Formula): { value: number; points: number } | null
  reason(facts: ScoreFacts, tool: ScoredToolFacts | null, formula: Formula): string
}

/** The rows that are added to the mean. Points rather than weights, so that a bad row never raises a worse mean. */
export const ADJUSTMENTS: readonly AdjustmentRule[] = [
  {
    name: 'schema',
    most: SCHEMA_POINTS,
    description: ({ changeDays }) =>
      `Up to 10 points off for a tool whose schema changed so that calls break or safety falls. A change counts less by the day, and nothing after ${changeDays} days, as of the newest evidence. Left out where nothing changed.`,
    constants: ({ changeDays }) => ({ points: SCHEMA_POINTS, worstChanges: SCHEMA_WORST_CHANGES, days: changeDays }),
    assess: (facts, tool, formula) => {
      const left = changesLeft(facts, tool, formula)
      if (left === 0) return null
      const value = Math.max(0, 1 - left / SCHEMA_WORST_CHANGES)
      return { value, points: (value - 1) * SCHEMA_POINTS }
    },
    reason: (facts, tool, formula) => {
      const dates = tool?.breakingChangesAt ?? []
      if (dates.length === 0) return 'No breaking change of its schema is known; left out.'
      const left = changesLeft(facts, tool, formula)
      const listed = `Breaking changes of its schema at ${dates.join(', ')}`
      return left === 0
        ? `${listed}: more than ${formula.changeDays} days ago; left out.`
        : `${listed}; they count as ${left.toFixed(2)}, and ${SCHEMA_WORST_CHANGES} cost all ${SCHEMA_POINTS} points.`
    },
  },
  {
    name: 'usage',
    most: usage.USAGE_POINTS,
    description: ({ tapers }) =>
      `Up to 10 points either way by outcomes of real calls, one vote a network and day: from -1 where half its calls fail to +1 where none does, 0 at 95 %, weighing calls / (calls + 5) and half as much a week later. The mean of the votes among neutral ones counts, of trusted reporters up to 10 points, of all others up to 4.9, and only as far as it remains when any two networks of every day are left out. Errors of the caller do not count, nor do reports without a key.${tapers ? ' Points above 0 add points x room / (points + room), where the room is what the score so far lacks to 100.' : ''} Left out where nobody reported.`,
    constants: () => ({
      points: usage.USAGE_POINTS,
      untrustedPoints: usage.UNTRUSTED_POINTS,
      neutralVotes: votes.NEUTRAL_VOTES,
      networksLeftOut: votes.NETWORKS_LEFT_OUT,
      neutralRate: votes.USAGE_NEUTRAL,
      worstRate: votes.USAGE_WORST,
      callsOfHalfAVote: votes.CALLS_OF_HALF_A_VOTE,
      halfLifeDays: votes.USAGE_HALF_LIFE_DAYS,
      windowHours: votes.USAGE_WINDOW_HOURS,
      trustedKeyDays: usage.TRUSTED_KEY_DAYS,
      trustedCorroboratedEvents: usage.TRUSTED_CORROBORATED_EVENTS,
    }),
    assess: (_, tool) => {
      if (tool === null || tool.usage === null || usage.countedCalls(tool.usage) === 0) return null
      const points = usage.usagePoints(tool.usage)
      return { value: 0.5 + points / (2 * usage.USAGE_POINTS), points }
    },
    reason: (_, tool) => {
      if (tool === null || tool.usage === null || usage.countedCalls(tool.usage) === 0)
        return 'No outcomes of real use; left out.'
      const { trusted, untrusted } = tool.usage
      const byTrusted = group(trusted, usage.trustedPoints(trusted), usage.USAGE_POINTS)
      const byOthers = group(untrusted, usage.untrustedPoints(untrusted), usage.UNTRUSTED_POINTS)
      return `${usage.countedCalls(tool.usage)} real calls reported in 30 days. Trusted reporters: ${byTrusted}. Others: ${byOthers}.`
    },
  },
]

function changesLeft({ asOf }: ScoreFacts, tool: ScoredToolFacts | null, { changeDays }: Formula): number {
  const dates = tool?.breakingChangesAt ?? []
  // Without evidence there is no moment to count from: then a change counts as new.
  return dates.reduce((sum, changedAt) => sum + breakingChangeLeft(changedAt, asOf ?? changedAt, changeDays), 0)
}

/**
 * A score so far with points added, within 0-100. Where a formula tapers, points above 0 add points x room / (points +
 * room), with the room up to 100: none reaches it, and more points or a better score so far are a better score still.
 */
export function withPoints(reached: number, points: number, { tapers }: Formula): number {
  const room = 100 - reached
  if (!tapers || points <= 0) return Math.min(100, Math.max(0, reached + points))
  return reached + (points * room) / (points + room)
}

function group({ reporters, networks, weight, mean }: usage.UsageVotes, points: number, most: number): string {
  if (reporters === 0) return 'none'
  const from = `${reporters}, from ${networks === 1 ? 'one network' : `up to ${networks} networks`} a day`
  if (weight === 0) return `${from}, too few that agree to move the score`
  const sign = points < 0 ? '' : '+'
  return `${from}, confirmed votes of weight ${weight} with a mean of ${mean}, ${sign}${points.toFixed(2)} of ${most} points`
}
