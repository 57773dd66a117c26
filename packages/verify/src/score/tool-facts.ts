import { HOUR_MS } from '../duration.ts'
import { USAGE_MODEL, type UsageSummary } from './recent-use.ts'
import type { ScoredUsage } from './usage.ts'

/** How long a breaking change of a schema is kept, in days: as long as it counts in any formula. */
const BREAKING_CHANGE_DAYS = 90

/** Breaking changes kept: more would not cost more points. */
const MOST_BREAKING_CHANGES = 5

/**
 * What a subject may have open, the worst first. `unsafe_text`: a text of its server instructs agents to act against
 * their users. `removed`: a tool is no longer listed. `safety`: it took back a promise of harmlessness. `breaking`:
 * calls that were right may now fail.
 */
export const CHANGE_CLASSES = ['unsafe_text', 'removed', 'safety', 'breaking'] as const
export type ChangeClass = (typeof CHANGE_CLASSES)[number]

/**
 * The worst that is open of a subject: a breakage of its contract, one of what its server declares, a text of its
 * server; of a server also of its tools.
 */
export interface OpenChange {
  class: ChangeClass
  /** When it began, ISO 8601. */
  at: string
  /** What it is, in sentences. */
  text: string
  /** true: it is about the server as a whole, and so about all of its tools; left out: about one tool. */
  declared?: true
  /** On the row of a server: the name of the tool it is about. */
  tool?: string
  /** On the row of a server: how many tools it still lists. */
  toolsLeft?: number
}

/**
 * Whether a text of its server instructs agents to act against their users: such a subject has no place in a ranking,
 * and is never proposed.
 */
export function hasUnsafeText(facts: Pick<StoredToolFacts, 'openChange'> | null): boolean {
  return facts?.openChange?.class === 'unsafe_text'
}

/** What is stored of one subject beyond its server's evidence; nothing is stored where all are empty. */
export interface StoredToolFacts {
  /** Outcomes of real use; null: none. */
  usage: UsageSummary | null
  /** Its newest breaking or unsafe changes of schema, ISO 8601, oldest first, at most `MOST_BREAKING_CHANGES`. */
  breakingChangesAt: readonly string[]
  /** null: nothing is open. */
  openChange: OpenChange | null
}

/** What is known of one tool beyond its server; of a server only where outcomes of its own were reported. */
export interface ToolFacts extends StoredToolFacts {
  /** When it disappeared from its server's own listing; null while it is there. */
  removedAt: Date | null
}

/** The part of them that a score is computed from. */
export interface ScoredToolFacts {
  removedAt: Date | null
  usage: ScoredUsage | null
  breakingChangesAt: readonly string[]
}

export const NO_TOOL_FACTS: Readonly<ToolFacts> = {
  removedAt: null,
  usage: null,
  breakingChangesAt: [],
  openChange: null,
}

/** What is known of a subject, from its row: null for a server of which nothing was reported. */
export function toolFactsOf(row: {
  kind: 'server' | 'tool'
  removedAt: Date | null
  facts: StoredToolFacts | null
}): ToolFacts | null {
  const facts = { ...NO_TOOL_FACTS, ...row.facts, usage: usageOf(row.facts) }
  if (row.kind === 'server') return row.facts === null ? null : facts
  return { ...facts, removedAt: row.removedAt }
}

/** The stored summary of real use; null where there is none, or one of an older version. */
export function usageOf(facts: Pick<StoredToolFacts, 'usage'> | null): UsageSummary | null {
  const usage = facts?.usage ?? null
  return usage?.model === USAGE_MODEL ? usage : null
}

/** The facts after a further breaking change at `at`; those too old to count are dropped. */
export function addBreakingChange(facts: StoredToolFacts | null, at: Date): StoredToolFacts {
  const { breakingChangesAt, ...others } = storedFacts(facts)
  const kept = breakingChangesAt.filter((earlier) => ageInDays(earlier, at) < BREAKING_CHANGE_DAYS)
  const all = [...new Set([...kept, at.toISOString()])].sort()
  return { ...others, breakingChangesAt: all.slice(-MOST_BREAKING_CHANGES) }
}

export function withUsage(facts: StoredToolFacts | null, usage: UsageSummary | null): StoredToolFacts {
  return { ...storedFacts(facts), usage }
}

export function withOpenChange(facts: StoredToolFacts | null, openChange: OpenChange | null): StoredToolFacts {
  return { ...storedFacts(facts), openChange }
}

/** Rows of older versions lack the newer members. */
function storedFacts(facts: StoredToolFacts | null): StoredToolFacts {
  const { removedAt: _removedAt, ...none } = NO_TOOL_FACTS
  return { ...none, ...facts }
}

/** The same, or null where they are empty, so that the column stays empty for most rows. */
export function withoutEmptyFacts(facts: StoredToolFacts): StoredToolFacts | null {
  const { usage, breakingChangesAt, openChange } = facts
  return usage === null && breakingChangesAt.length === 0 && openChange === null ? null : facts
}

/**
 * How much a breaking change at `changedAt` still counts, as of `asOf`: 1 when it is new, 0 after so many days or when
 * either is no date.
 */
export function breakingChangeLeft(changedAt: string, asOf: string, days: number): number {
  const left = 1 - ageInDays(changedAt, new Date(asOf)) / days
  return left > 0 ? Math.min(1, left) : 0
}

function ageInDays(earlier: string, now: Date): number {
  return (now.getTime() - Date.parse(earlier)) / (24 * HOUR_MS)
}
