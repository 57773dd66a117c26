import { HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import { tallyIntervals } from 'assay-verify/history/interval'
import { MAX_GAP_HOURS } from 'assay-verify/state/server-state'
import { corroborateHour } from '../../core/caller/corroboration'
import { OUTCOME_DAYS } from '../../core/retention'
import type { Database } from '../../store/database'
import { listIntervals } from '../../store/evidence/intervals'
import { dropPublishedVerdicts } from '../../store/outcomes/published-verdicts'
import {
  addCorroborated,
  getProgressForUpdate,
  listTestified,
  listTestimonies,
  nextHour,
  type Progress,
  recordProgress,
} from '../../store/outcomes/reporter-trust'

/**
 * An hour is compared this long after its end, in ms: by then the intervals that cover it are final, since probes of
 * one interval are at most `MAX_GAP_HOURS` apart, and outcomes reported at its end are stored.
 */
export const COMPARED_AFTER_MS = MAX_GAP_HOURS * HOUR_MS + 15 * MINUTE_MS

/** Subjects of one transaction: short enough for the embedded database's one connection. */
const CHUNK = 50
/** Subjects listed at once: listing them reads the whole hour. */
const LISTED = 5000

export interface ReporterTrustReport {
  /** Pairs of a subject and an hour that were compared. */
  subjects: number
  /** Events that said more than the published verdict, and that probes or reporters of other networks agreed with. */
  events: number
}

/**
 * Counts, for every hour that is over, the reported outcomes that said more than the published verdict and that probes
 * or reporters of other networks agree with: reporters earn trust by these. Each subject of each hour counts once:
 * progress is written in the transaction that counts, so runs may be killed anywhere, and several may run at once.
 */
export async function updateReporterTrust(db: Database, clock: () => Date): Promise<ReporterTrustReport> {
  const report = { subjects: 0, events: 0 }
  let listed: Listed | null = null
  for (;;) {
    const step: Step | null = await db.transaction((tx) => updateSomeTrust(tx, listed, clock()))
    if (step === null) return report
    report.subjects += step.subjects
    report.events += step.events
    listed = step.listed
  }
}

/** The next subjects after one state of progress, as far as they were listed. */
interface Listed {
  after: Progress
  ids: readonly string[]
}

interface Step extends ReporterTrustReport {
  listed: Listed
}

/** null: nothing is left to compare now. */
async function updateSomeTrust(tx: Database, listed: Listed | null, now: Date): Promise<Step | null> {
  const endHour = Math.floor((now.getTime() - COMPARED_AFTER_MS) / HOUR_MS)
  const progress = notBefore(
    await getProgressForUpdate(tx, endHour),
    Math.floor(now.getTime() / HOUR_MS) - OUTCOME_DAYS * 24,
  )
  const { hour } = progress
  if (hour >= endHour) return null
  const ids = isListed(listed, progress) ? listed.ids : await listTestified(tx, progress, LISTED)
  const chunk = ids.slice(0, CHUNK)
  const agreeing = await agreeingEvents(tx, chunk, hour)
  await addCorroborated(tx, agreeing)
  const last = chunk.at(-1)
  const after =
    last === undefined ? { hour: await nextHour(tx, hour, endHour), afterSubject: '' } : { hour, afterSubject: last }
  await recordProgress(tx, after)
  if (after.hour > hour) await dropPublishedVerdicts(tx, after.hour)
  const events = [...agreeing.values()].reduce((sum, n) => sum + n, 0)
  return { subjects: chunk.length, events, listed: { after, ids: ids.slice(CHUNK) } }
}

/** Whether the list continues this progress: another process may have advanced it. */
function isListed(listed: Listed | null, { hour, afterSubject }: Progress): listed is Listed {
  if (listed === null || listed.ids.length === 0) return false
  return listed.after.hour === hour && listed.after.afterSubject === afterSubject
}

/** Older outcomes are deleted. */
function notBefore(progress: Progress, oldestHour: number): Progress {
  return progress.hour >= oldestHour ? progress : { hour: oldestHour, afterSubject: '' }
}

async function agreeingEvents(tx: Database, ids: readonly string[], hour: number): Promise<Map<number, number>> {
  const sums = new Map<number, number>()
  if (ids.length === 0) return sums
  const reported = await listTestimonies(tx, ids, hour)
  const states = await statesOf(tx, [...new Set([...reported.values()].map(({ serverKey }) => serverKey))], hour)
  for (const { serverKey, published, testimonies } of reported.values()) {
    const agreeing = corroborateHour(testimonies, { probe: states.get(serverKey) ?? null, published })
    for (const [reporterKey, events] of agreeing) sums.set(reporterKey, (sums.get(reporterKey) ?? 0) + events)
  }
  return sums
}

/** Servers that were up, or down, for the whole of an hour according to probes; the others are left out. */
async function statesOf(
  tx: Database,
  serverKeys: readonly number[],
  hour: number,
): Promise<Map<number, 'up' | 'down'>> {
  const [fromAt, toAt] = [hour * HOUR_MS, (hour + 1) * HOUR_MS]
  if (serverKeys.length === 0) return new Map()
  const intervals = await listIntervals(tx, serverKeys, new Date(fromAt))
  return new Map(
    [...intervals].flatMap(([key, own]): [number, 'up' | 'down'][] => {
      const { upMs, downMs } = tallyIntervals(own, fromAt, toAt)
      if (upMs === HOUR_MS) return [[key, 'up']]
      return downMs === HOUR_MS ? [[key, 'down']] : []
    }),
  )
}
