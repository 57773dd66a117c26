/** From this grade on a tool fits a request. */
const FITS_FROM = 2
const DEPTH = 10
const FIRST_FEW = 5
const BINS = 10

/** The answers to one judged request. A grade is 0 to 3; null: nobody graded that tool for this request. */
export interface JudgedResults {
  id: string
  form: string
  /** All grades of the request's pool. */
  pool: readonly number[]
  /** The results of search, best first. */
  ranked: readonly { id: string; grade: number | null; relevance: number }[]
  /** The choice of route; null: none. */
  chosen: { id: string; grade: number | null } | null
  /** The confidence of route, 0-1. */
  confidence: number
}

/** Shares and means from 0 to 1; 0 where there is nothing to count. */
export interface JudgedFigures {
  n: number
  /**
   * Gain 2^grade-1, discount 1/log2(rank+1), against the best order of the pool, over the requests that something in
   * their pool fits. Results without a grade are left out of the order. At most 1 a request: twins of a pool's tools
   * can gain more than the pool alone.
   */
  ndcg10: number
  /** Share of the same requests whose first graded result fits. */
  p1: number
  /** Share of the same requests with one that fits among the first five graded results. */
  top5: number
  /**
   * Of the requests whose choice is graded or none: chose what fits, or nothing where nothing fits. The three add up to
   * 1.
   */
  rightAnswers: number
  confidentlyWrong: number
  falseRefusals: number
  /**
   * Mean distance of the first result's relevance from the share that fits, over ten bins; of graded first results, and
   * of requests without results (0, no fit).
   */
  ece: number
  /**
   * Probability that a first result that fits has more relevance than one that does not, of those with a grade (area
   * under the ROC curve); .5 where there are none of either kind.
   */
  auc: number
  /** Share of the first ten results without a grade. */
  ungraded: number
  /** Share of all requests whose choice has no grade. */
  unknownChoices: number
  /** `p1` by form of request, of the forms that have a request something fits. */
  p1ByForm: Record<string, number>
}

export function judgedFigures(answers: readonly JudgedResults[]): JudgedFigures {
  const answerable = answers.filter(isAnswerable)
  const choices = answers.map(judgeChoice)
  const known = choices.filter((choice) => choice !== 'unknown')
  const results = answers.flatMap(({ ranked }) => ranked.slice(0, DEPTH))
  return {
    n: answers.length,
    ndcg10: mean(answerable.map(ndcgOf)),
    p1: shareOf(answerable, firstFits),
    top5: shareOf(answerable, (answer) => gradesOf(answer).slice(0, FIRST_FEW).some(fits)),
    rightAnswers: shareOf(known, (choice) => choice === 'right'),
    confidentlyWrong: shareOf(known, (choice) => choice === 'wrong'),
    falseRefusals: shareOf(known, (choice) => choice === 'refused'),
    ece: calibrationError(answers.flatMap(firstResult)),
    auc: areaUnderCurve(answers.flatMap((answer) => (answer.ranked.length === 0 ? [] : firstResult(answer)))),
    ungraded: shareOf(results, ({ grade }) => grade === null),
    unknownChoices: shareOf(choices, (choice) => choice === 'unknown'),
    p1ByForm: Object.fromEntries(
      [...byForm(answerable)].sort().map(([form, group]) => [form, shareOf(group, firstFits)]),
    ),
  }
}

/** Whether something in the request's pool fits. */
export function isAnswerable({ pool }: JudgedResults): boolean {
  return pool.some(fits)
}

export function fits(grade: number): boolean {
  return grade >= FITS_FROM
}

function gradesOf({ ranked }: JudgedResults): number[] {
  return ranked.flatMap(({ grade }) => grade ?? [])
}

function firstFits(answer: JudgedResults): boolean {
  const [first] = gradesOf(answer)
  return first !== undefined && fits(first)
}

function ndcgOf(answer: JudgedResults): number {
  const ideal = gainOf([...answer.pool].sort((a, b) => b - a))
  return Math.min(1, gainOf(gradesOf(answer)) / ideal)
}

function gainOf(grades: readonly number[]): number {
  return grades.slice(0, DEPTH).reduce((sum, grade, at) => sum + (2 ** grade - 1) / Math.log2(at + 2), 0)
}

function judgeChoice(answer: JudgedResults): 'right' | 'wrong' | 'refused' | 'unknown' {
  const { chosen } = answer
  if (chosen === null) return isAnswerable(answer) ? 'refused' : 'right'
  if (chosen.grade === null) return 'unknown'
  return fits(chosen.grade) ? 'right' : 'wrong'
}

interface Forecast {
  relevance: number
  fits: boolean
}

/** Nothing where the first result has no grade. */
function firstResult({ ranked: [first] }: JudgedResults): Forecast[] {
  if (first === undefined) return [{ relevance: 0, fits: false }]
  return first.grade === null ? [] : [{ relevance: first.relevance, fits: fits(first.grade) }]
}

function calibrationError(forecasts: readonly Forecast[]): number {
  const bins = Array.from({ length: BINS }, (): Forecast[] => [])
  for (const forecast of forecasts) bins[Math.min(BINS - 1, Math.floor(forecast.relevance * BINS))]?.push(forecast)
  const distances = bins.map((bin) => {
    const said = mean(bin.map(({ relevance }) => relevance))
    return bin.length * Math.abs(said - shareOf(bin, (forecast) => forecast.fits))
  })
  return forecasts.length === 0 ? 0 : distances.reduce((a, b) => a + b, 0) / forecasts.length
}

function areaUnderCurve(forecasts: readonly Forecast[]): number {
  const [right, wrong] = [true, false].map((value) => forecasts.filter((one) => one.fits === value)) as [
    Forecast[],
    Forecast[],
  ]
  const pairs = right.flatMap((one) => wrong.map((other) => Math.sign(one.relevance - other.relevance)))
  return 0.5 + mean(pairs) / 2
}

function byForm(answers: readonly JudgedResults[]): Map<string, JudgedResults[]> {
  const groups = new Map<string, JudgedResults[]>()
  for (const answer of answers) groups.set(answer.form, [...(groups.get(answer.form) ?? []), answer])
  return groups
}

export function shareOf<Item>(items: readonly Item[], counts: (item: Item) => boolean): number {
  return mean(items.map((item) => (counts(item) ? 1 : 0)))
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((a, b) => a + b, 0) / values.length
}
