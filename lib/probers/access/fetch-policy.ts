import { POLICY_PATH, type ProbingPolicy, readPolicy } from '../../core/access/probing-policy'
import { headerOf, safeFetch } from '../../safe-fetch'
import { withinMs } from '../mcp/mcp-transport'
import type { ProbeSettings, Validators } from '../prober'

const MOST_BYTES = 64 * 1024
const LONGEST_MS = 5_000

/**
 * `read`: a file of the documented form. `unchanged`: since the validators. `absent`: there is no file. `unusable`:
 * nothing can be said, so nothing changes.
 */
export type PolicyAnswer =
  | { outcome: 'read'; policy: ProbingPolicy; validators: Validators }
  | { outcome: 'unchanged' | 'absent' | 'unusable' }

/** Asks an origin for its policy, by one GET. Never rejects; at most 64 KiB, three redirects and five seconds. */
export async function fetchPolicy(
  origin: string,
  known: Validators,
  { userAgent, dial: rules }: Pick<ProbeSettings, 'userAgent' | 'dial'>,
  stop: AbortSignal,
): Promise<PolicyAnswer> {
  const headers: Record<string, string> = { 'user-agent': userAgent, accept: 'application/json' }
  if (known.etag !== null) headers['if-none-match'] = known.etag
  if (known.lastModified !== null) headers['if-modified-since'] = known.lastModified
  try {
    const answer = await withinMs(LONGEST_MS, stop, (signal) =>
      safeFetch(`${origin}${POLICY_PATH}`, {
        headers,
        maxBytes: MOST_BYTES,
        signal,
        rules,
        planFor: ({ status }) => (status === 200 ? 'collect' : 'discard'),
      }),
    )
    if (answer.status === 304 && (known.etag !== null || known.lastModified !== null)) return { outcome: 'unchanged' }
    if (answer.status === 404 || answer.status === 410) return { outcome: 'absent' }
    const policy = answer.status === 200 ? readPolicy(JSON.parse(answer.body.toString('utf8'))) : null
    if (policy === null) return { outcome: 'unusable' }
    const etag = sendable(headerOf(answer.headers, 'etag'))
    return {
      outcome: 'read',
      policy,
      validators: { etag, lastModified: sendable(headerOf(answer.headers, 'last-modified')) },
    }
  } catch {
    return { outcome: 'unusable' }
  }
}

/** A validator is sent back in a header, so it must be a valid one. */
function sendable(value: string | undefined): string | null {
  return value !== undefined && /^[\x20-\x7e]{1,200}$/.test(value) ? value : null
}
