import { EnvHttpProxyAgent } from 'undici'
import { CONNECTIONS, createSafeFetch, dialling, type SafeFetch } from '../safe-fetch'
import { resolveByDns } from './address'

/**
 * How the operator's configuration says to reach an origin. What is left out is as usual; proxies then are those of the
 * environment.
 */
export interface Connecting {
  /** Certificate authorities, in place of the usual ones. */
  ca?: string | string[]
  /** Certificate and key of this client. */
  cert?: string
  key?: string
  /** false: certificates are not checked. */
  checksCertificates?: boolean
  /** Address of a proxy for every origin that `noProxy` does not name. */
  proxy?: string
  /** Hosts without a proxy, comma-separated. */
  noProxy?: string
}

/**
 * A `SafeFetch` that reaches the origins its rules name as the operator's configuration says: through a proxy, with
 * certificates of its own. Any other origin is dialled directly and must be public.
 */
export function createConfiguredFetch({
  ca,
  cert,
  key,
  checksCertificates = true,
  proxy,
  noProxy,
}: Connecting): SafeFetch {
  const tls = {
    rejectUnauthorized: checksCertificates,
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  }
  return createSafeFetch(
    resolveByDns(),
    () =>
      new EnvHttpProxyAgent({
        ...CONNECTIONS,
        connect: dialling(tls),
        requestTls: tls,
        // Only https needs a tunnel.
        proxyTunnel: false,
        ...(proxy === undefined ? {} : { httpProxy: proxy, httpsProxy: proxy }),
        ...(noProxy === undefined ? {} : { noProxy }),
      }),
  )
}
