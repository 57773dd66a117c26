import { CATEGORIES } from '../../lib/core/catalog/taxonomy'

/** Requests under way at once. */
const AT_ONCE = 8

/** Of a hundred requests: health 60, search 15, route 10, pages 10, the rest 5. */
const PATHS: readonly { of: number; pathOf(id: string, text: string, turn: number): string }[] = [
  { of: 60, pathOf: (id) => `/v1/health/${id}` },
  { of: 15, pathOf: (_, text) => `/v1/search?q=${text}` },
  { of: 10, pathOf: (_, text) => `/v1/route?task=${text}` },
  { of: 4, pathOf: (id) => `/tool/${id}` },
  { of: 3, pathOf: (_, __, turn) => `/category/${CATEGORIES[turn % CATEGORIES.length]?.slug}` },
  { of: 3, pathOf: (_, text) => `/search?q=${text}` },
  { of: 2, pathOf: (id) => `/v1/score/${id}` },
  { of: 1, pathOf: (id) => `/v1/alternatives/${id}` },
  { of: 1, pathOf: (id) => `/v1/history/${id}` },
  { of: 1, pathOf: () => '/v0.1/servers?limit=30' },
]
const MIX = PATHS.flatMap(({ of, pathOf }) => Array.from({ length: of }, () => pathOf))
/** Without a common divisor with the length of the mix, so that its kinds come in turn and not one after the other. */
const STEP = 37

/**
 * Makes these of all requests, as users make them, about the tools of these ids, eight at once; no text is asked
 * twice. Throws where a request is refused or fails. Resolves to the seconds that it took.
 */
export async function makeMixedRequests(
  url: string,
  headers: Readonly<Record<string, string>>,
  ids: readonly string[],
  [from, requests]: readonly [from: number, to: number],
): Promise<number> {
  let next = from
  const caller = async () => {
    for (let turn = next++; turn < requests; turn = next++) {
      const id = ids[turn % ids.length] ?? ''
      const text = encodeURIComponent(`${id.split('/').slice(1).join(' ').replaceAll(/[-_]/g, ' ')} ${turn}`)
      const path = MIX[(turn * STEP) % MIX.length]?.(id, text, turn) ?? ''
      const response = await fetch(url + path, { headers })
      await response.arrayBuffer()
      if (!response.ok && response.status !== 404) throw new Error(`${path} was answered ${response.status}`)
    }
  }
  const beganAt = performance.now()
  await Promise.all(Array.from({ length: AT_ONCE }, caller))
  return (performance.now() - beganAt) / 1000
}
