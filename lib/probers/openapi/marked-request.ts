import { getDomain } from 'tldts'
import type { MarkedRequest, RequestRefusal } from '../../core/access/probing-policy'
import { type ApiResponse, askApi } from '../http/api-response'
import type { ProbeControls, ProbeSettings } from '../prober'
import { namesAct } from './acting-words'

/** A request with where its description is: `address` in the catalog, `readAt` after redirects. */
export function markedRequest(url: string, address: string, readAt: string): MarkedRequest {
  return { url, descriptions: [...new Set([address, readAt])], isOneDomain: isOneDomain(url, readAt) }
}

/**
 * Whether two addresses are of one origin or of hosts of one registered domain. Customers of a host that gives out
 * names (`a.github.io`, `b.github.io`) have domains of their own; IP addresses have none.
 */
export function isOneDomain(one: string, other: string): boolean {
  if (new URL(one).origin === new URL(other).origin) return true
  const domain = getDomain(one, { allowPrivateDomains: true })
  return domain !== null && domain === getDomain(other, { allowPrivateDomains: true })
}

/**
 * The answer to a marked request, or why it is not made. At the origin of the target and its description it is made at
 * once: its operator was asked before the probe. A redirect is followed only at the same host, and to no path that
 * names an act; `left`: the answer is another redirect.
 */
export async function askMarked(
  request: MarkedRequest,
  settings: ProbeSettings,
  controls: ProbeControls,
): Promise<(ApiResponse & { left: boolean }) | RequestRefusal> {
  const ask = async (dial: ProbeSettings['dial']) => {
    let left = false
    const follows = (next: URL) => {
      const isFollowed = isSameHost(new URL(request.url), next) && !namesAct(next.pathname)
      left ||= !isFollowed
      return isFollowed
    }
    controls.attempting()
    return { ...(await askApi('GET', request.url, { ...settings, dial }, controls.signal, follows)), left }
  }
  const { origin } = new URL(request.url)
  if (request.descriptions.every((address) => new URL(address).origin === origin)) return ask(settings.dial)
  return controls.askElsewhere?.(request, ask) ?? 'not_agreed'
}

/** Of one origin, or the same host with TLS. */
function isSameHost(from: URL, next: URL): boolean {
  if (next.origin === from.origin) return true
  return next.protocol === 'https:' && from.protocol === 'http:' && next.host === from.host && next.port === ''
}
