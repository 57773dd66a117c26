import { GRADE_THRESHOLDS } from './grade.ts'
import { FORMULA, FORMULA_TABLE } from './score.ts'

/** All that a score follows from besides its inputs: what the leaf of a formula stands for. */
export const FORMULA_DOCUMENT = { formula: FORMULA, table: FORMULA_TABLE, thresholds: GRADE_THRESHOLDS }
