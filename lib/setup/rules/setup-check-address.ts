import { idFault } from 'assay-verify/subject-id'

/** Most servers that one address names. */
export const MOST_CHECKED = 100

/** The address of the page about these servers: ids only, so that it can be shared. */
export function checkPageAddress(ids: readonly string[]): string {
  const shown = [...new Set(ids)].slice(0, MOST_CHECKED)
  if (!shown.some((id) => id.includes(','))) return `/check?ids=${shown.map(encodeURIComponent).join(',')}`
  // An id with a comma: one parameter each, and one that is empty where there is one id alone.
  return `/check?${[...shown, ''].map((id) => `ids=${encodeURIComponent(id)}`).join('&')}`
}

/** The ids that such an address names, each once; `left`: how many beyond `MOST_CHECKED` are left out. */
export function idsOfAddress(given: string | readonly string[] | undefined): { ids: string[]; left: number } {
  const texts = typeof given === 'string' ? given.split(',') : (given ?? [])
  const ids = [...new Set(texts.map((text) => text.trim()))].filter((id) => idFault(id) === undefined)
  return { ids: ids.slice(0, MOST_CHECKED), left: Math.max(0, ids.length - MOST_CHECKED) }
}
