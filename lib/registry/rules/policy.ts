import { DAY_MS } from 'assay-verify/duration'
import { GRADES, type Grade } from 'assay-verify/score/grade'
import type { Access, Recommendation, Verdict } from 'assay-verify/verdict'
import { DRIFT_CLASSES, type DriftClass } from '../../core/drift/types'

/**
 * The worst recent change of a server, the least first: `none` where it listed its tools and nothing changed, a class
 * of `DRIFT_CLASSES` else, `unknown` where it never listed its tools itself, so that nothing could be compared.
 */
export const DRIFT_LEVELS = ['none', ...[...DRIFT_CLASSES].reverse(), 'unknown'] as ['none', ...DriftClass[], 'unknown']
export type DriftLevel = (typeof DRIFT_LEVELS)[number]

/** What servers of a registry must be; a part that is left out asks nothing. */
export interface RegistryPolicy {
  /** The lowest grade; `unrated` takes every grade, and servers without one. */
  minGrade?: Grade | undefined
  /** The worst change within the window; `unknown` takes every change, and servers whose changes are not known. */
  maxDrift?: DriftLevel | undefined
  /** What it may ask of its callers; `unknown` only where it is among them. */
  access?: ReadonlySet<Access> | undefined
  /** The verdicts it may have now. A grade is history: a server of grade A may be down. */
  verdict?: ReadonlySet<Verdict> | undefined
  /** What callers of it may be advised now. */
  recommendation?: ReadonlySet<Recommendation> | undefined
  /** The greatest age of the newest evidence, in days. */
  maxAgeDays?: number | undefined
}

/** What a policy looks at. */
export interface PolicyFacts {
  grade: Grade
  drift: DriftLevel
  access: Access
  verdict: Verdict
  recommendation: Recommendation
  /** Time of the newest evidence; null: there is none. */
  asOf: Date | null
}

/** The drift of a server. `worst`: its worst change within the window, of its tools and of what else it declares. */
export function driftLevel(worst: DriftClass | null, isListed: boolean): DriftLevel {
  return worst ?? (isListed ? 'none' : 'unknown')
}

/** The grades that a policy takes. */
export function gradesFrom(least: Grade): Grade[] {
  return GRADES.slice(0, GRADES.indexOf(least) + 1)
}

/** Whether a server meets a policy at `now`. Evidence that is dated ahead by a wrong clock is as old as it is ahead. */
export function meetsPolicy(facts: PolicyFacts, policy: RegistryPolicy, now: Date): boolean {
  const { grade, drift, asOf } = facts
  const { minGrade, maxDrift, maxAgeDays } = policy
  if (minGrade !== undefined && GRADES.indexOf(grade) > GRADES.indexOf(minGrade)) return false
  if (maxDrift !== undefined && DRIFT_LEVELS.indexOf(drift) > DRIFT_LEVELS.indexOf(maxDrift)) return false
  if (policy.access?.has(facts.access) === false) return false
  if (policy.verdict?.has(facts.verdict) === false) return false
  if (policy.recommendation?.has(facts.recommendation) === false) return false
  if (maxAgeDays === undefined) return true
  return asOf !== null && Math.abs(now.getTime() - asOf.getTime()) <= maxAgeDays * DAY_MS
}

/** Whether a policy asks anything. */
export function asksAnything(policy: RegistryPolicy): boolean {
  return Object.values(policy).some((part) => part !== undefined)
}

/** What meets both policies. */
export function bothPolicies(a: RegistryPolicy, b: RegistryPolicy): RegistryPolicy {
  const least = <Level>(levels: readonly Level[], one: Level | undefined, other: Level | undefined) =>
    one === undefined || other === undefined
      ? (one ?? other)
      : levels.indexOf(one) < levels.indexOf(other)
        ? one
        : other
  const both = <Kind>(one: ReadonlySet<Kind> | undefined, other: ReadonlySet<Kind> | undefined) =>
    one === undefined || other === undefined ? (one ?? other) : new Set([...one].filter((kind) => other.has(kind)))
  const ages = [a.maxAgeDays, b.maxAgeDays].filter((age) => age !== undefined)
  return {
    minGrade: least(GRADES, a.minGrade, b.minGrade),
    maxDrift: least(DRIFT_LEVELS, a.maxDrift, b.maxDrift),
    access: both(a.access, b.access),
    verdict: both(a.verdict, b.verdict),
    recommendation: both(a.recommendation, b.recommendation),
    maxAgeDays: ages.length === 0 ? undefined : Math.min(...ages),
  }
}
