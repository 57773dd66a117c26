import { safeFetch } from '../safe-fetch'

const CANARY_TIMEOUT_MS = 5000
/** How long an answer is good for: a line that was down is tried again soon, one that worked is not asked at every run. */
const DOWN_KEPT_MS = 15_000
const UP_KEPT_MS = 60_000

/** What one asking said; `workedAt`: when the line was last seen to work, null before it was. */
export interface ConnectivityQuery {
  works: boolean
  askedAt: Date
  workedAt: Date | null
}

/** Whether our own line to the world works; asked before public servers are looked at, so that our outage is not written down as theirs. */
export interface Connectivity {
  /** From memory where it was asked not long ago, or, where that is given, less than `atMostMs` ago. */
  works(now: Date, atMostMs?: number): Promise<boolean>
  /** Notes that a public server answered a look that began then. */
  sawAnswer(at: Date): void
}

export interface ConnectivitySettings {
  /** Empty: the line is taken to work. */
  canaryUrls: readonly string[]
  userAgent: string
  allowedOrigins: readonly string[]
  /** Told when the line goes down and when it is back, not at every asking. */
  log: (line: string) => void
  /** Keeps what each asking said, before it is acted on. */
  record?: (asking: ConnectivityQuery) => Promise<void>
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
      const goodForMs = Math.min(atMostMs, last?.works ? UP_KEPT_MS : DOWN_KEPT_MS)
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
  'Our own line is down: no canary answered. Nothing is recorded of public servers until one does; those on this machine are looked at.'
const CONNECTIVITY_IS_BACK = 'Our own line works again: a canary answered.'

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
