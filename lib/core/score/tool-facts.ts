import { HOUR_MS } from '../duration'
import type { UsageSummary } from './recent-use'
import type { ScoredUsage } from './usage'

/** How long a breaking change of a schema is held against a tool, in days: clients have followed by then. */
export const BREAKING_CHANGE_DAYS = 30

/** Breaking changes remembered: more would not cost more. */
const MOST_BREAKING_CHANGES = 5

/** What is stored of one subject beyond its server's evidence; nothing is stored where both are empty. */
export interface StoredToolFacts {
  /** Outcomes of real use; null: none. */
  usage: UsageSummary | null
  /** Its newest breaking or unsafe changes of schema, ISO 8601, oldest first, at most `MOST_BREAKING_CHANGES`. */
  breakingChangesAt: readonly string[]
}

/** What is known of one tool beyond its server; of a server only where outcomes of its own were reported. */
export interface ToolFacts extends StoredToolFacts {
  /** When it vanished from its server's own listing; null while it is there. */
  removedAt: Date | null
}

/** The part of them that a score is computed from. */
export interface ScoredToolFacts {
  removedAt: Date | null
  usage: ScoredUsage | null
  breakingChangesAt: readonly string[]
}

export const NO_TOOL_FACTS: Readonly<ToolFacts> = { removedAt: null, usage: null, breakingChangesAt: [] }

/** What is known of a subject, from its row: null for a server of which nothing was reported. */
export function toolFactsOf(row: {
  kind: 'server' | 'tool'
  removedAt: Date | null
  facts: StoredToolFacts | null
}): ToolFacts | null {
  if (row.kind === 'server') return row.facts === null ? null : { ...NO_TOOL_FACTS, ...row.facts }
  return { ...NO_TOOL_FACTS, ...row.facts, removedAt: row.removedAt }
}

/** The facts after a further breaking change at `at`; what is too old to count is forgotten. */
export function addBreakingChange(facts: StoredToolFacts | null, at: Date): StoredToolFacts {
  const { usage, breakingChangesAt } = facts ?? NO_TOOL_FACTS
  const kept = breakingChangesAt.filter((earlier) => ageInDays(earlier, at) < BREAKING_CHANGE_DAYS)
  const all = [...new Set([...kept, at.toISOString()])].sort()
  return { usage, breakingChangesAt: all.slice(-MOST_BREAKING_CHANGES) }
}

/** The facts with what real use says now. */
export function withUsage(facts: StoredToolFacts | null, usage: UsageSummary | null): StoredToolFacts {
  return { breakingChangesAt: facts?.breakingChangesAt ?? [], usage }
}

/** The same, or null where they hold nothing, so that a row of nothing special stays narrow. */
export function withoutEmptyFacts(facts: StoredToolFacts): StoredToolFacts | null {
  return facts.usage === null && facts.breakingChangesAt.length === 0 ? null : facts
}

/** How much a breaking change at `changedAt` still counts, as of `asOf`: 1 when it is new, 0 after 30 days or when either is no date. */
export function breakingChangeLeft(changedAt: string, asOf: string): number {
  const left = 1 - ageInDays(changedAt, new Date(asOf)) / BREAKING_CHANGE_DAYS
  return left > 0 ? Math.min(1, left) : 0
}

function ageInDays(earlier: string, now: Date): number {
  return (now.getTime() - Date.parse(earlier)) / (24 * HOUR_MS)
}
