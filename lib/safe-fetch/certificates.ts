import { TLSSocket } from 'node:tls'
import type { buildConnector } from 'undici'

/** Hosts whose certificate is remembered: more than one process probes within some minutes. */
const MOST_HOSTS = 20_000

const expiryOfHost = new Map<string, Date>()

/** A connector that notes until when the certificate of each host is valid. */
export function notingCertificates(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...outcome) => {
      const [error, socket] = outcome
      if (error === null && socket instanceof TLSSocket) {
        // Absent where the TLS session was resumed without it; what was noted before still holds.
        const expiresAt = new Date(socket.getPeerX509Certificate()?.validTo ?? Number.NaN)
        if (!Number.isNaN(expiresAt.getTime())) noteCertificate(options.host ?? options.hostname, expiresAt)
      }
      callback(...outcome)
    })
}

/** Remembers until when the certificate of a host (with its port, where it is not the usual one) is valid. */
export function noteCertificate(host: string, expiresAt: Date): void {
  expiryOfHost.delete(host)
  const [oldest] = expiryOfHost.keys()
  if (expiryOfHost.size >= MOST_HOSTS && oldest !== undefined) expiryOfHost.delete(oldest)
  expiryOfHost.set(host, expiresAt)
}

/**
 * Until when the certificate is valid that the host of an https address showed when this process last opened a
 * connection to it; null where it opened none, or the address is not https.
 */
export function certificateExpiry(url: string): Date | null {
  if (!URL.canParse(url)) return null
  const { protocol, host } = new URL(url)
  return protocol === 'https:' ? (expiryOfHost.get(host) ?? null) : null
}
