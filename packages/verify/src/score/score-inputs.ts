import { isJsonObject } from '../value-form.ts'
import { FORMULAS } from './formula-versions.ts'
import { EMPTY_SCORE_FACTS, type FactName, isInstant, SCORE_FACTS, type ScoreFacts, soundFacts } from './score-facts.ts'
import type { ScoredToolFacts } from './tool-facts.ts'
import type { ScoredUsage, UsageLatency, UsageVotes } from './usage.ts'

/** The published inputs of one score: JSON, every number in full. */
interface ScoreInputs extends ScoreFacts {
  /** When its server stopped listing the tool, ISO 8601; null while it does, and for a server. */
  removedAt: string | null
  usage: ScoredUsage | null
  breakingChangesAt: readonly string[]
}

export function scoreInputsOf(facts: ScoreFacts, tool: ScoredToolFacts | null): ScoreInputs {
  const usage = tool?.usage ?? null
  return {
    ...soundFacts(facts),
    removedAt: tool?.removedAt?.toISOString() ?? null,
    usage: usage === null ? null : scoredPart(usage),
    breakingChangesAt: tool?.breakingChangesAt ?? [],
  }
}

function scoredPart({ calls, trusted, untrusted, latencyMs }: ScoredUsage): ScoredUsage {
  return { calls, trusted, untrusted, latencyMs }
}

/**
 * The facts of inputs that were published with one of these formulas; undefined unless they are exactly what
 * `scoreInputsOf` publishes, or published then: no member too many, too few, or of another kind. So a recomputed score
 * has used all inputs and nothing else.
 */
export function factsFromInputs(
  inputs: unknown,
  formulas = FORMULAS,
): { facts: ScoreFacts; tool: ScoredToolFacts } | undefined {
  if (!isJsonObject(inputs)) return undefined
  const { removedAt, usage, breakingChangesAt, ...facts } = inputs
  const isWhole =
    formulas.some(({ withoutFacts }) => hasKeysOf(facts, published(withoutFacts))) &&
    Object.entries(facts).every(([name, fact]) => SCORE_FACTS[name as FactName].isPublished(fact)) &&
    (removedAt === null || isInstant(removedAt)) &&
    (usage === null || isScoredUsage(usage)) &&
    Array.isArray(breakingChangesAt) &&
    breakingChangesAt.every(isInstant)
  if (!isWhole) return undefined
  const tool = {
    removedAt: typeof removedAt === 'string' ? new Date(removedAt) : null,
    usage: usage as ScoredUsage | null,
    breakingChangesAt: breakingChangesAt as string[],
  }
  return { facts: { ...EMPTY_SCORE_FACTS, ...facts }, tool }
}

/** The facts that a formula uses. */
function published(without: readonly FactName[]): object {
  return Object.fromEntries(Object.entries(SCORE_FACTS).filter(([name]) => !without.includes(name as FactName)))
}

function isScoredUsage(value: unknown): value is ScoredUsage {
  return (
    isJsonObject(value) &&
    hasKeysOf(value, { calls: 0, trusted: 0, untrusted: 0, latencyMs: 0 }) &&
    typeof value.calls === 'number' &&
    (value.latencyMs === null || isLatency(value.latencyMs)) &&
    isVotes(value.trusted) &&
    isVotes(value.untrusted)
  )
}

function isVotes(value: unknown): value is UsageVotes {
  return areNumbers(value, { reporters: 0, networks: 0, weight: 0, mean: 0 })
}

function isLatency(value: unknown): value is UsageLatency {
  return areNumbers(value, { calls: 0, p50: 0, p95: 0 })
}

function areNumbers(value: unknown, like: object): boolean {
  return (
    isJsonObject(value) && hasKeysOf(value, like) && Object.values(value).every((member) => typeof member === 'number')
  )
}

function hasKeysOf(value: Record<string, unknown>, like: object): boolean {
  return Object.keys(value).sort().join() === Object.keys(like).sort().join()
}
