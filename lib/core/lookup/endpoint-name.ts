/** Where a client fills in a value of its own: `{tenant}`, also escaped. */
const FILLED_IN = /[{}]|%7b|%7d/i

/**
 * The canonical name of an endpoint: host and path of its address, without scheme, credentials, query, fragment and a
 * slash at the end. The path ends before the first segment that a client fills in. Undefined for anything but an http
 * or https address with a host that is fixed.
 */
export function endpointNameOf(text: string): string | undefined {
  if (!/^https?:\/\//i.test(text) || text.length > 2048) return undefined
  const authority = text.slice(text.indexOf('//') + 2).split(/[/?#]/)[0] ?? ''
  if (FILLED_IN.test(authority) || !URL.canParse(text)) return undefined
  const { host, pathname } = new URL(text)
  const segments = pathname.split('/').filter((segment) => segment !== '')
  const at = segments.findIndex((segment) => FILLED_IN.test(segment))
  return [host, ...(at < 0 ? segments : segments.slice(0, at))].join('/')
}
