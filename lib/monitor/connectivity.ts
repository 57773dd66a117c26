import { safeFetch } from '../safe-fetch'

const CANARY_TIMEOUT_MS = 5000
/**
 * How long the result of a check is used: lost connectivity is checked again soon, working connectivity not at every
 * run.
 */
const DOWN_CACHED_MS = 15_000
const UP_CACHED_MS = 60_000

/** The result of one check; `workedAt`: when connectivity was last seen, null before it was. */
export interface ConnectivityQuery {
  works: boolean
  askedAt: Date
  workedAt: Date | null
}

/**
 * Whether this process can reach the internet; checked before public servers are probed, so that its own outage is not
 * recorded as theirs.
 */
export interface Connectivity {
  /** A recent result is used again; where `atMostMs` is given, only one younger than that. */
  works(now: Date, atMostMs?: number): Promise<boolean>
  /** Notes that a public server answered a probe that began then. */
  sawAnswer(at: Date): void
}

export interface ConnectivitySettings {
  /** Empty: connectivity is taken to work. */
  canaryUrls: readonly string[]
  userAgent: string
  allowedOrigins: readonly string[]
  /** Called when connectivity is lost and when it is back, not at every check. */
  log: (line: string) => void
  /** Stores the result of each check before it is used. */
  record?: (result: ConnectivityQuery) => Promise<void>
}

export function openConnectivity(settings: ConnectivitySettings): Connectivity {
  let last: { works: boolean; askedAt: number } | undefined
  let workedAt: Date | null = null
  const sawWorking = (at: Date) => {
    if (workedAt === null || workedAt < at) workedAt = at
  }
  return {
    works: async (now, atMostMs = Number.POSITIVE_INFINITY) => {
      if (settings.canaryUrls.length === 0) return true
      const age = now.getTime() - (last?.askedAt ?? Number.NEGATIVE_INFINITY)
      const goodForMs = Math.min(atMostMs, last?.works ? UP_CACHED_MS : DOWN_CACHED_MS)
      if (last !== undefined && age >= 0 && age < goodForMs) return last.works
      const works = await someCanaryAnswers(settings)
      if (works) sawWorking(now)
      await settings.record?.({ works, askedAt: now, workedAt })
      if (works !== (last?.works ?? true)) settings.log(works ? CONNECTIVITY_IS_BACK : CONNECTIVITY_IS_LOST)
      last = { works, askedAt: now.getTime() }
      return works
    },
    sawAnswer: sawWorking,
  }
}

const CONNECTIVITY_IS_LOST =
  'Connectivity is lost: no canary answered. No public server is probed until one does; servers on this machine still are.'
const CONNECTIVITY_IS_BACK = 'Connectivity is back: a canary answered.'

/** true as soon as one canary answers anything at all, false when none does. */
async function someCanaryAnswers({ canaryUrls, userAgent, allowedOrigins }: ConnectivitySettings): Promise<boolean> {
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
