import { isIP } from 'node:net'
import { localhostAllowedHostnames, localhostAllowedOrigins, validateOriginHeader } from '@modelcontextprotocol/server'

/**
 * Why a browser's request is refused, or undefined. Where this service is public, every page may call: there are no
 * cookies and no sessions, so every page gets the same answers. Where it runs on localhost, a foreign page must not
 * reach it through a name that was rebound to this machine (DNS rebinding): Origin and Host must then be of this
 * machine.
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

/** The host of a request; empty where the header is not a host. An IP address, unlike a name, cannot be rebound. */
function hostnameOf(request: Request): string {
  const host = request.headers.get('host')
  const url = host === null ? request.url : `http://${host}`
  return URL.canParse(url) ? new URL(url).hostname : ''
}
