import { FORMULA } from '../../core/score/score'
import type { Database } from '../../store/database'
import { findAppliedFormula, recordAppliedFormula } from '../../store/ratings/applied-formula'
import { reassessAll } from './reassess-all'

export interface AppliedFormula {
  formula: string
  /** Servers whose scores were computed anew; 0: the stored scores are of this formula. */
  servers: number
}

/**
 * Brings every stored score to the formula of this code, once: scores of two formulas are never compared in one ranking for longer
 * than this takes. What is killed is done again from the start, and finds most of it done.
 */
export async function applyFormula(db: Database, clock: () => Date, signal: AbortSignal): Promise<AppliedFormula> {
  if ((await findAppliedFormula(db)) === FORMULA) return { formula: FORMULA, servers: 0 }
  const { servers } = await reassessAll(db, clock, { quietSince: null, signal })
  if (!signal.aborted) await recordAppliedFormula(db, FORMULA, clock())
  return { formula: FORMULA, servers }
}
