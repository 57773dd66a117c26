import { FORMULA } from 'assay-verify/score/score'
import type { Database } from '../../store/database'
import { findAppliedFormula, recordAppliedFormula } from '../../store/ratings/applied-formula'
import { reassessAll } from '../reassess'

export interface AppliedFormula {
  formula: string
  /** Servers whose scores were computed again; 0: the stored scores are of this formula. */
  servers: number
}

/**
 * Computes every stored score with the formula of this version, once, so that a ranking compares scores of one formula.
 * A run that is killed starts over, and changes only what is left.
 */
export async function applyFormula(db: Database, clock: () => Date, signal: AbortSignal): Promise<AppliedFormula> {
  if ((await findAppliedFormula(db)) === FORMULA) return { formula: FORMULA, servers: 0 }
  const { servers } = await reassessAll(db, clock, { quietSince: null, signal })
  if (!signal.aborted) await recordAppliedFormula(db, FORMULA, clock())
  return { formula: FORMULA, servers }
}
