import ipaddr from 'ipaddr.js'
import type { App } from '@/lib/api/context'
import { config } from '@/lib/config'
import { ApiError } from '@/lib/contract/errors'
import { refusal } from '@/lib/http/operation'
import type { Peer } from '@/lib/http/peer'
import { COMMON_HEADERS } from '@/lib/http/problem'
import { compressedResponse } from '@/lib/http/response'
import { hasBearer } from '../bearer'

const PATH = '/metrics'
/**
 * Headers of proxies and of web pages: a request with one of them does not come directly from a program on this
 * machine.
 */
const INDIRECT = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'origin',
  'sec-fetch-site',
]

/**
 * GET /metrics: what this process counted, in Prometheus text. Given to whoever sends METRICS_TOKEN as bearer; where
 * none is configured, to callers on this machine that reach the service directly. Never throws.
 */
export async function answerMetrics(request: Request, app: App, peer: Peer): Promise<Response> {
  try {
    if (request.method !== 'GET') throw new ApiError('method_not_allowed', 'This path answers GET.', { allow: 'GET' })
    const { metricsToken } = config()
    const refused = metricsToken === null ? unlessDirect(request, peer) : unlessBearer(request, metricsToken)
    if (refused !== undefined) throw new ApiError('unauthorized', refused)
    // Loaded at the first call: a process that nobody asks for its metrics does without it.
    const { expositionOf } = await import('./exposition')
    const { contentType, text } = await expositionOf(app)
    // For scrapers, not for web pages of other origins.
    const { 'access-control-allow-origin': _, 'access-control-expose-headers': _exposed, ...policies } = COMMON_HEADERS
    const headers = { ...policies, 'content-type': contentType, 'cache-control': 'no-store' }
    return await compressedResponse(new Response(text, { headers }), request)
  } catch (cause) {
    return refusal(cause, PATH, app)
  }
}

function unlessBearer(request: Request, token: string): string | undefined {
  return hasBearer(request, token) ? undefined : 'The bearer secret is missing or does not match METRICS_TOKEN.'
}

function unlessDirect({ headers }: Request, peer: Peer): string | undefined {
  const isLocal = typeof peer === 'string' && ipaddr.isValid(peer) && ipaddr.process(peer).range() === 'loopback'
  if (isLocal && INDIRECT.every((name) => !headers.has(name))) return undefined
  return 'METRICS_TOKEN is not configured, so metrics are given only to callers on this machine.'
}
