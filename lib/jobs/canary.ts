import { safeFetch } from '../safe-fetch'

const CANARY_TIMEOUT_MS = 5000

/**
 * Whether our own line to the world works: true as soon as one canary answers anything at all, false when none does.
 * Asked before public servers are looked at, so that our outage is not written down as theirs.
 */
export async function ownLineWorks(
  canaryUrls: readonly string[],
  userAgent: string,
  allowedOrigins: readonly string[],
): Promise<boolean> {
  if (canaryUrls.length === 0) return true
  const asked = canaryUrls.map(async (url) => {
    const response = await safeFetch(url, {
      method: 'HEAD',
      headers: { 'user-agent': userAgent },
      maxBytes: 1_000_000,
      signal: AbortSignal.timeout(CANARY_TIMEOUT_MS),
      rules: { allowedOrigins },
    })
    return response.status
  })
  return Promise.any(asked).then(
    () => true,
    () => false,
  )
}
