import { type BoundedRequest, type BoundedResponse, boundedFetch } from 'assay-tlog/bounded-fetch'

const MAX_REDIRECTS = 3
const REDIRECTS = [301, 302, 303, 307, 308]
/** They keep the method; the others turn a POST into a GET, which was not asked. */
const KEEPING_METHOD = [307, 308]

/**
 * As `boundedFetch`, and follows up to three redirects to the host that was asked: a service cannot make whoever checks
 * it send requests to others. The address may be in a private network, as whoever runs a command typed it.
 */
export async function sameHostFetch(address: string, request: BoundedRequest): Promise<BoundedResponse> {
  const asked = new URL(address)
  let [url, headers] = [asked, request.headers]
  for (let hops = 0; ; hops += 1) {
    const answer = await boundedFetch(url.href, { ...request, headers })
    const next = redirectOf(answer, url, request.method)
    if (next === undefined || !isSameHost(asked, next)) return answer
    if (hops === MAX_REDIRECTS) throw new Error(`more than ${MAX_REDIRECTS} redirects`)
    if (next.origin !== url.origin) headers = withoutKey(headers)
    url = next
  }
}

/** undefined: the answer is no redirect that is followed. */
function redirectOf({ status, headers }: BoundedResponse, from: URL, method: string): URL | undefined {
  const { location } = headers
  const followed = method === 'GET' ? REDIRECTS : KEEPING_METHOD
  if (typeof location !== 'string' || !followed.includes(status) || !URL.canParse(location, from)) return undefined
  return new URL(location, from)
}

/** The same origin, or the same name over https where both are at their usual ports. */
function isSameHost(asked: URL, next: URL): boolean {
  const isUpgrade = next.protocol === 'https:' && next.hostname === asked.hostname && asked.port + next.port === ''
  return next.origin === asked.origin || isUpgrade
}

function withoutKey({ authorization: _, ...headers }: Record<string, string>): Record<string, string> {
  return headers
}

/** Why a request failed, as far as the platform says: its own message only says that it did. */
export function failureText(cause: unknown): string {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  if (!(inner instanceof Error)) return String(inner)
  return inner.message || ('code' in inner ? String(inner.code) : inner.name)
}
