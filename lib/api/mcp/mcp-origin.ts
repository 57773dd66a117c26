import { isIP } from 'node:net'
import { localhostAllowedHostnames, localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server'

/**
 * Why a browser's request is not answered, or undefined. Where this service is public, every page may ask: there are no cookies and no sessions, and nothing is
 * answered to one page that is not answered to all. Where it runs on this machine alone, a stranger's page must not reach it through a name that was bound
 * anew to this machine (DNS rebinding), so that its Origin, and the Host it asks for, must be this machine's.
 */
export function originFault(request: Request, baseUrl: string): string | undefined {
  const base = new URL(baseUrl).hostname
  if (!localhostAllowedHostnames().includes(base)) return undefined
  if (!validateOriginHeader(request.headers.get('origin'), localhostAllowedOrigins()).ok) {
    return 'Pages of this origin may not ask a service that runs on a machine of its own. BASE_URL makes it public.'
  }
  const host = hostnameOf(request)
  if (localhostAllowedHostnames().includes(host) || isIP(host.replace(/^\[|\]$/g, '')) !== 0) return undefined
  return 'This service is not known by the name in the Host header. Set BASE_URL to the address it is reached at.'
}

/** A number for an address cannot be bound anew. Empty where the Host is none. */
function hostnameOf(request: Request): string {
  const host = request.headers.get('host')
  const url = host === null ? request.url : `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}
