import type { ProbeReason } from 'assay-verify/state/observation'
import { ProbeFailure } from './prober'

/** The deadline of the probe has passed. */
export class DeadlinePassed extends Error {
  readonly code = 'DEADLINE_PASSED'

  constructor() {
    super('the probe took longer than allowed')
    this.name = 'DeadlinePassed'
  }
}

const REASON_OF_CODE: ReadonlyMap<string, ProbeReason> = new Map([
  ['DEADLINE_PASSED', 'timed_out'],
  ['SILENCE', 'timed_out'],
  ['ETIMEDOUT', 'timed_out'],
  ['UND_ERR_CONNECT_TIMEOUT', 'timed_out'],
  ['ADDRESS_REFUSED', 'address_refused'],
  ['NAME_NOT_RESOLVED', 'dns_failed'],
  // From the system's resolver, which is used for configured origins.
  ['ENOTFOUND', 'dns_failed'],
  ['EAI_AGAIN', 'dns_failed'],
  ['ANSWER_TOO_LARGE', 'answer_too_large'],
  ['ANSWER_IN_TOO_MANY_PARTS', 'answer_too_large'],
  ['UND_ERR_HEADERS_OVERFLOW', 'answer_too_large'],
  ['NOT_HTTP', 'not_the_protocol'],
  ['UNKNOWN_ENCODING', 'not_the_protocol'],
  ['TOO_MANY_REDIRECTS', 'not_the_protocol'],
  ['ECONNREFUSED', 'connect_failed'],
  ['ECONNRESET', 'connect_failed'],
  ['ECONNABORTED', 'connect_failed'],
  ['EPIPE', 'connect_failed'],
  ['EHOSTUNREACH', 'connect_failed'],
  ['EHOSTDOWN', 'connect_failed'],
  ['EPROTO', 'connect_failed'],
  ['UND_ERR_SOCKET', 'connect_failed'],
  ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'connect_failed'],
  ['RESOLVER_UNREACHABLE', 'connectivity_lost'],
  // This machine has no route at all, or none for this address family.
  ['ENETUNREACH', 'connectivity_lost'],
  ['ENETDOWN', 'connectivity_lost'],
  ['EADDRNOTAVAIL', 'connectivity_lost'],
])

// The codes of OpenSSL and Node for an invalid certificate.
const CERTIFICATE_CODES: ReadonlySet<string> = new Set([
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_DECRYPT_CERT_SIGNATURE',
  'UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY',
  'UNABLE_TO_GET_CRL',
  'CERT_SIGNATURE_FAILURE',
  'CERT_NOT_YET_VALID',
  'CERT_HAS_EXPIRED',
  'CERT_CHAIN_TOO_LONG',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'CERT_REJECTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'ERROR_IN_CERT_NOT_BEFORE_FIELD',
  'ERROR_IN_CERT_NOT_AFTER_FIELD',
  'HOSTNAME_MISMATCH',
  'INVALID_CA',
  'INVALID_PURPOSE',
  'PATH_LENGTH_EXCEEDED',
  'EE_KEY_TOO_SMALL',
  'CA_KEY_TOO_SMALL',
  'CA_MD_TOO_WEAK',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'ERR_TLS_CERT_ALTNAME_FORMAT',
])

// Code prefixes: TLS handshakes, and bodies that cannot be decompressed.
const REASON_OF_FAMILY: readonly (readonly [prefix: string, reason: ProbeReason])[] = [
  ['ERR_SSL_', 'connect_failed'],
  ['ERR_TLS_', 'connect_failed'],
  ['Z_', 'not_the_protocol'],
  ['ERR__ERROR_FORMAT_', 'not_the_protocol'],
  ['ERR_BROTLI_', 'not_the_protocol'],
]

/** A chain of causes longer than this is a loop. */
const MAX_CAUSES = 16

/**
 * The reason of a probe that threw, by the error codes in the chain of causes. null: no known code, so it is a defect
 * of the prober and must not count against the server.
 */
export function toProbeFailure(error: unknown): ProbeFailure | null {
  if (error instanceof ProbeFailure) return error
  const found = knownWithin(error)
  // Of several addresses one may have had no route; how the others failed is about the server.
  const deciding = found.find(({ reason }) => reason !== 'connectivity_lost') ?? found[0]
  if (deciding === undefined) return null
  return new ProbeFailure(deciding.reason, { httpStatus: deciding.status, cause: error })
}

/** Whether a connection broke, for example because the server closed it while a request was sent. */
export function isBrokenConnection(error: unknown): boolean {
  return knownWithin(error).some(({ code }) => BROKEN_CODES.has(code))
}

const BROKEN_CODES: ReadonlySet<string> = new Set(['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'])

function reasonOf(code: string): ProbeReason | undefined {
  if (CERTIFICATE_CODES.has(code)) return 'certificate_invalid'
  return REASON_OF_CODE.get(code) ?? REASON_OF_FAMILY.find(([prefix]) => code.startsWith(prefix))?.[1]
}

interface KnownError {
  code: string
  reason: ProbeReason
  status: number | null
}

/** The outermost errors with a known code; their causes are not searched. */
function knownWithin(error: unknown): KnownError[] {
  const known: KnownError[] = []
  const waiting: unknown[] = [error]
  for (let steps = 0; waiting.length > 0 && steps < MAX_CAUSES; steps += 1) {
    const next = waiting.shift()
    if (!(next instanceof Error)) continue
    const { code, status } = next as { code?: unknown; status?: unknown }
    const reason = typeof code === 'string' ? reasonOf(code) : undefined
    if (next instanceof AggregateError) waiting.push(...next.errors)
    else if (reason === undefined) waiting.push(next.cause)
    else known.push({ code: String(code), reason, status: typeof status === 'number' ? status : null })
  }
  return known
}
