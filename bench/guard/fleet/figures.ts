import { median, percentile, round } from '../../bench'
import type { Call, CallEnd, ListSample } from './load'
import { answersAt, isGood, type PlannedServer, restartsOf } from './plan'

/** A call counts as one of a usable server where it is usable for so long before and after. */
const SURELY_SECONDS = 1.5
/** Restarts so late in the measurement say nothing. */
const SETTLES_SECONDS = 10

export interface HostFigures {
  calls: Record<CallEnd, number> & { attempted: number }
  /** Of the calls at moments at which the server could be used: not answered by it. */
  lostOfUsable: Record<Exclude<CallEnd, 'answered'>, number>
  longestWaitSeconds: number
  /** Of the good servers; `lost`: not answered, apart from those that the agent could not make before its list. */
  good: { calls: number; beforeList: number; lost: number; p50Ms: number; p99Ms: number }
  /** All, and those that came after the first list. */
  restarts: RestartFigures & { afterList: RestartFigures }
  tools: { meanShare: number; leastShare: number; vanished: number; vanishedSeconds: number }
}

/** Seconds from a restart until a call is answered; `never`: restarts after which none was. null: none was at all. */
interface RestartFigures {
  count: number
  never: number
  medianSeconds: number | null
  mostSeconds: number | null
}

export function figuresOf(
  calls: readonly Call[],
  lists: readonly ListSample[],
  servers: readonly PlannedServer[],
  { seconds, firstListSeconds }: { seconds: number; firstListSeconds: number },
): HostFigures {
  const usable = calls.filter(isOfUsable)
  const lost = usable.filter(({ end }) => end !== 'answered')
  const made = calls.filter(
    ({ end }) => end === 'answered' || end === 'failed' || end === 'refused' || end === 'pending',
  )
  const good = calls.filter(({ server }) => isGood(server))
  const listed = good.filter(({ at }) => at > firstListSeconds)
  const restarts = restartWaits(calls, servers, seconds)
  const { answered: _, ...lostOfUsable } = countsOf(lost)
  return {
    calls: { attempted: calls.length, ...countsOf(calls) },
    lostOfUsable,
    longestWaitSeconds: round(Math.max(0, ...made.map(({ ms }) => ms)) / 1000, 1),
    good: {
      calls: good.length,
      beforeList: good.length - listed.length,
      // What had just begun is not lost.
      lost: listed.filter(({ end, ms }) => end !== 'answered' && !(end === 'pending' && ms < 1000)).length,
      ...times(good.filter(({ end }) => end === 'answered').map(({ ms }) => ms)),
    },
    restarts: {
      ...restartFigures(restarts),
      afterList: restartFigures(restarts.filter(({ restartedAt }) => restartedAt > firstListSeconds)),
    },
    tools: toolFigures(lists),
  }
}

export function times(ms: readonly number[]): { p50Ms: number; p99Ms: number } {
  return { p50Ms: round(percentile(ms, 0.5), 1), p99Ms: round(percentile(ms, 0.99), 1) }
}

function isOfUsable({ server, at }: Call): boolean {
  return [-SURELY_SECONDS, 0, SURELY_SECONDS].every((shift) => answersAt(server, at + shift))
}

function countsOf(calls: readonly Call[]): Record<CallEnd, number> {
  const counts = { answered: 0, refused: 0, failed: 0, waiting: 0, unlisted: 0, pending: 0 }
  for (const { end } of calls) counts[end] += 1
  return counts
}

function restartFigures(found: readonly { wait: number | null }[]): RestartFigures {
  const waits = found.flatMap(({ wait }) => (wait === null ? [] : [wait]))
  return {
    count: found.length,
    never: found.length - waits.length,
    medianSeconds: waits.length === 0 ? null : round(median(waits), 1),
    mostSeconds: waits.length === 0 ? null : round(Math.max(...waits), 1),
  }
}

/** How long after each restart a call of the server was answered; null: none was. */
export function restartWaits(calls: readonly Call[], servers: readonly PlannedServer[], seconds: number) {
  const answered = calls.filter(({ end }) => end === 'answered')
  return servers.flatMap((server) =>
    restartsOf(server)
      .filter((at) => at < seconds - SETTLES_SECONDS)
      .map((restartedAt) => {
        const ends = answered.filter((call) => call.server === server).map(({ at, ms }) => at + ms / 1000)
        const first = ends.filter((at) => at > restartedAt)
        return { server, restartedAt, wait: first.length === 0 ? null : Math.min(...first) - restartedAt }
      }),
  )
}

function toolFigures(lists: readonly ListSample[]) {
  const shares = lists.map(({ right, declared }) => right / declared)
  const between = lists.length < 2 ? 0 : ((lists.at(-1)?.at ?? 0) - (lists[0]?.at ?? 0)) / (lists.length - 1)
  return {
    meanShare: round(shares.reduce((sum, share) => sum + share, 0) / shares.length, 3),
    leastShare: round(Math.min(1, ...shares), 3),
    vanished: new Set(lists.flatMap(({ vanished }) => vanished)).size,
    vanishedSeconds: round(between * lists.reduce((sum, { vanished }) => sum + vanished.length, 0), 0),
  }
}
