import type { Recommendation, Verdict } from 'assay-verify/verdict'
import { VERDICTS } from 'assay-verify/verdict'

/** A subject that a search may show. */
export interface ResultOption {
  id: string
  kind: 'server' | 'tool'
  name: string
  /** What the text is of it: its id, its name (also of its package or repository), or null: neither. */
  exact: 'id' | 'name' | null
  /** 0-1. */
  relevance: number
  recommendation: Recommendation
  /** Whether a text of its server instructs agents to act against their users. */
  isUnsafe: boolean
  verdict: Verdict
  /** 0-100. */
  score: number
  /** Grows with each server that becomes known. */
  serverKey: number
  /** The repository of its server and the folder in it; null: none is known. */
  repository: string | null
  /** Equal for equal descriptions; null: it has none. */
  descriptionHash: string | null
}

const RECOMMENDATIONS: readonly Recommendation[] = ['proceed', 'proceed_with_caution', 'unknown', 'avoid']

/**
 * What works best first: by recommendation, verdict, and score; of equals what was known first, so that a copy does not
 * take the place of what it copies.
 */
export function compareWorking(a: Working, b: Working): number {
  return (
    RECOMMENDATIONS.indexOf(a.recommendation) - RECOMMENDATIONS.indexOf(b.recommendation) ||
    VERDICTS.indexOf(a.verdict) - VERDICTS.indexOf(b.verdict) ||
    b.score - a.score ||
    a.serverKey - b.serverKey
  )
}

type Working = Pick<ResultOption, 'recommendation' | 'verdict' | 'score' | 'serverKey'>

/** An id that was typed before names, and names before what was only described. */
export function exactRank({ exact }: Pick<ResultOption, 'exact'>): number {
  return exact === 'id' ? 0 : exact === 'name' ? 1 : 2
}
