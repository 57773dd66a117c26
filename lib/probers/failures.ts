import type { ProbeReason } from 'assay-verify/state/observation'
import codes from './failure-codes.json' with { type: 'json' }
import { ProbeFailure } from './prober'

/** The deadline of the probe has passed. */
export class DeadlinePassed extends Error {
  readonly code = 'DEADLINE_PASSED'

  constructor() {
    super('the probe took longer than allowed')
    this.name = 'DeadlinePassed'
  }
}

/**
 * The codes of errors by reason. `dns_failed` includes those of the system's resolver, which is used for configured
 * origins; `connectivity_lost` that this machine has no route, or none for this address family.
 */
const REASON_OF_CODE: ReadonlyMap<string, ProbeReason> = new Map(
  Object.entries(codes.reasons).flatMap(([reason, own]) => own.map((code) => [code, reason as ProbeReason] as const)),
)

// The codes of OpenSSL and Node for an invalid certificate.
const CERTIFICATE_CODES: ReadonlySet<string> = new Set(codes.certificates)

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
