import { idToPath, isWellFormedId } from 'assay-verify/subject-id'
import { type Health, isHealth, isRoute, type Route, type RouteOptions } from './answer-forms.ts'
import { createAsk } from './ask.ts'
import type { Settings } from './options.ts'

/** Whether an answer came from the service. */
export interface Reach {
  /**
   * false: no usable answer came, and the other fields are no evidence about the tool. Go on as without the service.
   */
  reachable: boolean
  /**
   * Why there is no answer: a stable code of the service, such as `unknown_tool`, or one of the client. null: there is
   * one.
   */
  problem: string | null
}

/** Whether a tool works now. `score`: 0-100; null without an answer. */
export interface CheckAnswer extends Omit<Health, 'score'>, Reach {
  score: number | null
}

/**
 * The tool for a task, and fallbacks. `chosen` is null where nothing that fits can be used (`candidates` then has what
 * a model may choose from), and where no answer came (`reachable`: false).
 */
export type RouteAnswer = Route & Reach

/** Health of one tool or server. Never throws; where no answer comes the verdict is `unknown`. */
export function createCheck(settings: Settings): (toolId: string) => Promise<CheckAnswer> {
  const ask = createAsk(settings, isHealth)
  return async (toolId) => {
    if (!isWellFormedId(toolId)) return unknownHealth(String(toolId), { reachable: false, problem: 'invalid_id' })
    const { answer, isReachable, problem } = await ask(`/v1/health/${idToPath(toolId)}`)
    if (answer === null) return unknownHealth(toolId, { reachable: isReachable, problem })
    const { verdict, score, grade, recommendation, status, reasons, confidence, asOf, staleAfter } = answer
    const rated = { toolId, verdict, recommendation, score, grade, status }
    return { ...rated, reasons, confidence, asOf, staleAfter, reachable: true, problem: null }
  }
}

/** Services of earlier versions answer without. */
const NO_CANDIDATES = { candidates: [] }

/** The tool for a task. Never throws; where no answer comes nothing is chosen. */
export function createRoute(settings: Settings): (task: string, options?: RouteOptions) => Promise<RouteAnswer> {
  const ask = createAsk(settings, isRoute)
  return async (task, options = {}) => {
    const query = queryOf(task, options)
    if (query === undefined) return noRoute({ reachable: false, problem: 'invalid_parameter' })
    const { answer, isReachable, problem } = await ask(`/v1/route?${query}`)
    return answer === null
      ? noRoute({ reachable: isReachable, problem })
      : { ...NO_CANDIDATES, ...answer, reachable: true, problem: null }
  }
}

function unknownHealth(toolId: string, reach: Reach): CheckAnswer {
  return {
    toolId,
    verdict: 'unknown',
    recommendation: 'unknown',
    score: null,
    grade: 'unrated',
    status: 'unknown',
    reasons: [],
    confidence: 0,
    asOf: null,
    staleAfter: null,
    ...reach,
  }
}

function noRoute(reach: Reach): RouteAnswer {
  const nothing = { chosen: null, fallbacks: [], ...NO_CANDIDATES, unavailable: [], fit: 0, confidence: 0 }
  return { ...nothing, recommendation: 'no_confident_match', ...reach }
}

/** undefined: of another type than declared. Wrong values of the right type are left to the service to refuse. */
function queryOf(task: unknown, options: RouteOptions): string | undefined {
  if (typeof task !== 'string' || typeof options !== 'object' || options === null) return undefined
  const { access, readOnly, maxLatencyMs, minScore, exclude = [], limit, fold } = options
  if (!Array.isArray(exclude) || !exclude.every(isWellFormedId)) return undefined
  const query = new URLSearchParams({ task })
  const given = { access, readOnly: readOnly ? '1' : undefined, maxLatencyMs, minScore, limit, fold }
  for (const [name, value] of Object.entries(given)) if (value !== undefined) query.set(name, String(value))
  for (const id of exclude) query.append('exclude', id)
  return query.toString()
}
