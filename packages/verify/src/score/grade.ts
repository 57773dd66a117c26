/** The lowest score of each grade, best first. */
export const GRADE_THRESHOLDS = { A: 90, B: 80, C: 65, D: 50, F: 0 } as const
type EarnedGrade = keyof typeof GRADE_THRESHOLDS

export const GRADES = ['A', 'B', 'C', 'D', 'F', 'unrated'] as const satisfies readonly (EarnedGrade | 'unrated')[]
export type Grade = (typeof GRADES)[number]

/** The grade of a published (rounded) score; `unrated` where there is too little evidence for a grade. */
export function gradeOf(score: number, rated: boolean): Grade {
  if (!rated) return 'unrated'
  const earned = Object.entries(GRADE_THRESHOLDS) as [EarnedGrade, number][]
  return earned.find(([, lowest]) => score >= lowest)?.[0] ?? 'F'
}
