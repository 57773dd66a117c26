import { createHash } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { RETRY_AFTER_SECONDS } from '../../http/not-ready'
import { COMMON_HEADERS } from '../../http/problem'
import type { Availability } from '../../store/connection/availability'
import type { Listener } from './listener'

/** Within the page, as nothing else may be there in an outage; the policy allows this one by its hash. */
const STYLE =
  ':root{color-scheme:light dark}body{font:1.1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:6rem auto;padding:0 1.25rem}h1{font-weight:500}'
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')
/** Of every answer behind https, an outage or not. */
const TRANSPORT = 'strict-transport-security'
const PAGE = Buffer.from(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Not available · Assay</title><style>${STYLE}</style></head>
<body>
<h1>Assay cannot use its database</h1>
<p>This page cannot be shown at the moment. That says nothing about any tool. Reload it in a moment.</p>
<p>Ratings that are still fresh are answered by the <a href="/docs">API</a>.</p>
</body>
</html>
`)

/**
 * Pages that fail while the database cannot be used are answered with 503 and a page that says so, instead of the 500
 * of Next. Pages that need no database are shown.
 */
export function pagesInOutage(pages: Listener, { availability }: { availability: Availability }): Listener {
  const isAway = () => availability.outage !== null || availability.limitations.length > 0
  return (request, response) => {
    replaceFailure(response, request.method === 'HEAD', isAway)
    return pages(request, response)
  }
}

/** Decides at the first byte of the answer, when its status is final. */
function replaceFailure(response: ServerResponse, isHead: boolean, isAway: () => boolean): void {
  const { write, end, writeHead } = response
  const restore = () => Object.assign(response, { write, end, writeHead })
  const isReplaced = (status: number): boolean => {
    restore()
    if (status !== 500 || !isAway()) return false
    for (const name of response.getHeaderNames()) if (name !== TRANSPORT) response.removeHeader(name)
    response.writeHead(503, {
      'x-content-type-options': COMMON_HEADERS['x-content-type-options'],
      'referrer-policy': COMMON_HEADERS['referrer-policy'],
      'content-security-policy': POLICY,
      'content-type': 'text/html; charset=utf-8',
      'content-length': PAGE.length,
      'cache-control': 'no-store',
      'retry-after': String(RETRY_AFTER_SECONDS),
    })
    response.end(isHead ? undefined : PAGE)
    // Whatever else Next writes of its own page.
    Object.assign(response, { write: () => true, end: () => response, writeHead: () => response })
    return true
  }
  Object.assign(response, {
    write: (...given: Parameters<typeof write>) => isReplaced(response.statusCode) || response.write(...given),
    end: (...given: Parameters<typeof end>) => (isReplaced(response.statusCode) ? response : response.end(...given)),
    writeHead: (...given: Parameters<typeof writeHead>) =>
      isReplaced(given[0]) ? response : response.writeHead(...given),
  })
}
