import { CURRENT } from './formula-versions.ts'
import { GRADE_THRESHOLDS } from './grade.ts'
import { tableOf } from './score.ts'

/** All that a score follows from besides its inputs, of a formula: what its leaf names. */
export function formulaDocument(formula = CURRENT) {
  return { formula: formula.name, table: tableOf(formula), thresholds: GRADE_THRESHOLDS }
}
