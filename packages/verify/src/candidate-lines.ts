import type { RouteCandidate } from './answers.ts'

/**
 * The candidates of GET /v1/route as numbered lines for a model: id, fit, what sets it apart, and what speaks against
 * it. Texts of third parties are quoted, so that none can end its line. `isDescribed`: with their descriptions.
 */
export function candidateLines(candidates: readonly RouteCandidate[], isDescribed: boolean): string[] {
  return candidates.map(({ toolId, relevance, differs, description, verdict, recommendation, reason }, place) => {
    const texts = [differs, ...(isDescribed && description !== null ? [description] : [])].filter(Boolean)
    const against = recommendation === 'avoid' || recommendation === 'proceed_with_caution'
    const said = against ? [`recommendation ${recommendation}: ${verdict}${reason === null ? '' : ` (${reason})`}`] : []
    return `${place + 1}. ${[`${quoted(toolId)} fits with ${relevance}`, ...texts.map(quoted), ...said].join(', ')}`
  })
}

/** Escaped so that it cannot end its quotation or its line. */
function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\u0085\u2028\u2029]/g, ' ')
}
