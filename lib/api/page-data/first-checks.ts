import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { config } from '../../config'
import type { FirstChecks, FirstCheckTurn } from '../../contract/first-checks'
import { askedChecksAnHour } from '../../core/evidence/probe-budget'
import {
  countAskedChecks,
  countFirstChecks,
  findWaitingCheck,
  type WaitingCheck,
} from '../../store/evidence/first-checks'
import { listActiveVantages } from '../../store/evidence/vantages'
import type { Context } from '../context'

const COUNTED_FOR_MS = 30_000

const METHOD =
  'Checkable: servers with a public address or a package that a prober takes. Checked: those of them that were probed at least once. Pace: those that were probed for the first time within the last hour, while something probes; the next one is expected after an hour divided by that number. Order: by demand, then by how many registries list its product, then by age. Demand is the number of minutes in which somebody read the health, score or page of the server, looked it up, got it from a route or read its version in the registry, however many did so in one minute; it halves every week and counts on a logarithmic scale. It is counted by server: who asked and what was asked is not kept. Whoever asks for a check comes first, within the budget of the host. Checks after the first are not affected.'

type Counted = Pick<Context, 'reads' | 'memo' | 'now'>
type Asked = Pick<Context, 'db' | 'now'>

/** How far the first checks of all servers are; counted at most every half minute. */
export function firstChecks({ reads, memo, now }: Counted): Promise<FirstChecks> {
  return memo.recent('first checks', COUNTED_FOR_MS, now, async () => {
    const { checkable, checked, lastHour } = await countFirstChecks(reads.db, now)
    const isProbing = (await listActiveVantages(reads.db, now)).length > 0
    const isKnown = isProbing && lastHour > 0 && checked < checkable
    return {
      checkable,
      checked,
      perHour: isProbing ? lastHour : null,
      nextInMinutes: isKnown ? Math.max(1, Math.round(60 / lastHour)) : null,
      asOf: reads.asOf(now).toISOString(),
      method: METHOD,
    }
  })
}

/**
 * When the first check of the server of a subject comes, and how many may be asked for; null: it was checked, or there
 * is nothing to check.
 */
export async function checkNow(subjectId: string, context: Counted & Asked) {
  // Who has just asked for the check sees that.
  const waiting = await findWaitingCheck(context.db, subjectId)
  if (waiting == null) return null
  const [progress, { anHour, left }] = await Promise.all([firstChecks(context), checksLeft(waiting.host, context)])
  const limits = { caller: config().limits.checksAnHour, host: anHour, hostLeft: left }
  return { turn: turnOf(waiting, progress, context.now), limits }
}

/**
 * How many first checks may be asked for at a host in an hour, how many of these are left, and when the oldest was
 * asked for; null: none was.
 */
export async function checksLeft(host: string, { db, now }: Asked) {
  const anHour = askedChecksAnHour(config().probe.budget, host)
  const { count, firstAt } = await countAskedChecks(db, host, new Date(now.getTime() - HOUR_MS))
  return { anHour, left: Math.max(0, anHour - count), firstAt }
}

/** The turn of a waiting check at this pace. */
export function turnOf(
  { serverId, askedAt, dueAt, ahead }: WaitingCheck,
  { perHour }: Pick<FirstChecks, 'perHour'>,
  now: Date,
): FirstCheckTurn {
  const untilDue = Math.ceil((dueAt.getTime() - now.getTime()) / MINUTE_MS)
  // The next one comes with the next run of probes, whatever the pace was.
  const isKnown = perHour !== null && (perHour > 0 || ahead === 0)
  const untilTurn = ahead === 0 || perHour === null ? 1 : Math.ceil((ahead / perHour) * 60)
  return {
    serverId,
    askedAt: askedAt?.toISOString() ?? null,
    dueAt: dueAt.toISOString(),
    ahead,
    inMinutes: isKnown ? Math.max(1, untilDue, untilTurn) : null,
  }
}
