import { POLICY_PATH, type ProbingPolicy, readPolicy } from '../../core/access/probing-policy'
import { safeFetch } from '../../safe-fetch'
import { conditionalHeaders, validatorsOf } from '../http/validators'
import { withinMs } from '../mcp/mcp-transport'
import type { ProbeSettings, Validators } from '../prober'

const MOST_BYTES = 64 * 1024
const LONGEST_MS = 5_000
const NO_VALIDATORS: Validators = { etag: null, lastModified: null }

/**
 * `read`: a file of the documented form. `unchanged`: since the validators. `absent`: there is no file. `unusable`:
 * nothing can be said, so nothing changes.
 */
export type FetchedPolicy =
  | { outcome: 'read'; policy: ProbingPolicy; validators: Validators }
  | { outcome: 'unchanged' | 'absent' | 'unusable' }

/** Asks an origin for its policy, by one GET. Never rejects; at most 64 KiB, three redirects and five seconds. */
export async function fetchPolicy(
  origin: string,
  known: Validators,
  { userAgent, dial: rules }: Pick<ProbeSettings, 'userAgent' | 'dial'>,
  stop: AbortSignal,
): Promise<FetchedPolicy> {
  const condition = conditionalHeaders(known)
  try {
    const answer = await withinMs(LONGEST_MS, stop, (signal) =>
      safeFetch(`${origin}${POLICY_PATH}`, {
        headers: { 'user-agent': userAgent, accept: 'application/json', ...condition },
        maxBytes: MOST_BYTES,
        signal,
        rules,
        planFor: ({ status }) => (status === 200 ? 'collect' : 'discard'),
      }),
    )
    if (answer.status === 304 && Object.keys(condition).length > 0) return { outcome: 'unchanged' }
    if (answer.status === 404 || answer.status === 410) return { outcome: 'absent' }
    const policy = answer.status === 200 ? readPolicy(JSON.parse(answer.body.toString('utf8'))) : null
    if (policy === null) return { outcome: 'unusable' }
    return { outcome: 'read', policy, validators: validatorsOf(answer.headers) ?? NO_VALIDATORS }
  } catch {
    return { outcome: 'unusable' }
  }
}
