import { checkObserved } from '../../audit/check-observed.ts'
import { type Finding, finding } from '../../audit/finding.ts'
import { ObservedIntervals } from '../../audit/observed-intervals.ts'
import type { ScoredEvidence, TlogFacts } from '../../audit/tlog-facts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../duration.ts'
import { growingLinesRoot, type ObservedLine } from '../../leaves/observation-line.ts'
import { parseStrictJson } from '../../text/strict-json.ts'
import { isObservations, isObservedLine } from '../answer-forms.ts'
import { type Service, ServiceUnusable } from '../fetch-service.ts'

const MAX_BYTES = 64_000_000
const MOST_PAGES = 60
/** Where the service does not say how long it keeps observations: as long as earlier versions did. */
const DAYS_KEPT = 14
/** The leaf of an hour is queued ten minutes after it, and published within a minute. */
const LOGGED_AFTER_MS = HOUR_MS + 15 * MINUTE_MS

/** What became of the hours of observations. */
export interface HourCounts {
  checked: number
  /** So old that the service need not have their observations any more. */
  gone: number
}

interface Hours {
  /** Hours at most, the newest. */
  most: number
  now: Date
  /** That the service says it keeps observations; null: it does not say. */
  observationDays: number | null
}

/**
 * Compares the observations of each hour that the service must still have with their logged root, and the logged
 * intervals and scores with those observations: hours in their order, so that the states that they give can be
 * computed.
 */
export async function checkObservations(
  service: Service,
  facts: TlogFacts,
  { most, now, observationDays }: Hours,
): Promise<{ findings: Finding[]; counts: HourCounts }> {
  const findings: Finding[] = []
  const counts: HourCounts = { checked: 0, gone: 0 }
  const observed = new ObservedIntervals((serverId, target, before) =>
    facts.intervalsOf(serverId).some((one) => one.target === target && one.state === 'up' && one.at < before),
  )
  const logged = new Map(facts.observations.map((one) => [Date.parse(one.facts.hour), one]))
  const oldest = now.getTime() - (observationDays ?? DAYS_KEPT) * DAY_MS
  for (const hour of hoursOf(facts, { oldest, most, now })) {
    const leaf = logged.get(hour)
    const shown = await readHour(service, new Date(hour).toISOString())
    const fault = faultOfHour(shown, leaf?.facts)
    if (leaf !== undefined) counts.checked += 1
    if (fault === null) {
      observed.add(hour, shown.lines)
      findings.push(...unobservedScores(facts, hour, shown.lines))
    } else {
      observed.interrupt()
      findings.push(finding('observations', leaf?.leaf ?? null, new Date(hour).toISOString(), fault))
    }
  }
  observed.interrupt()
  counts.gone = [...logged.keys()].filter((hour) => hour < oldest).length
  return { findings: [...findings, ...observed.runs.flatMap((run) => checkObserved(run, facts))], counts }
}

/** Every hour of which the service must have the observations: of those without any no root is logged. */
function hoursOf(
  { observations, openedAt }: TlogFacts,
  { oldest, most, now }: Omit<Hours, 'observationDays'> & { oldest: number },
) {
  const [first] = observations
  const from = Math.max(oldest, Math.min(openedAt, first === undefined ? openedAt : Date.parse(first.facts.hour)))
  const hours: number[] = []
  const last = now.getTime() - LOGGED_AFTER_MS
  for (let hour = Math.ceil(from / HOUR_MS) * HOUR_MS; hour <= last; hour += HOUR_MS) hours.push(hour)
  return hours.slice(-most)
}

function faultOfHour(shown: { count: number; root: string }, logged: { count: number; root: string } | undefined) {
  if (logged === undefined)
    return shown.count === 0 ? null : `${shown.count} observations are shown, and none were logged.`
  if (shown.root === logged.root && shown.count === logged.count) return null
  if (shown.count === 0) return `The ${logged.count} observations that were logged are gone.`
  return `${shown.count} observations give another root than the ${logged.count} logged.`
}

/** Scores that name evidence of this hour which was not observed. */
function unobservedScores(facts: TlogFacts, hour: number, lines: readonly ObservedLine[]) {
  const seen = new Set(lines.map(({ id, at }) => `${id} ${Math.floor(Date.parse(at) / 1000)}`))
  const wasSeen = ({ id, at }: ScoredEvidence) =>
    [0, 1, -1].some((off) => seen.has(`${facts.findServer(id) ?? id} ${Math.floor(at / 1000) + off}`))
  const missing = (facts.scoredEvidence.get(hour) ?? []).filter((one) => !wasSeen(one))
  return missing.map(({ leaf, id, at }) =>
    finding('observed', leaf, id, `Its newest evidence is of ${new Date(at).toISOString()}, when it was not observed.`),
  )
}

async function readHour(service: Service, hour: string) {
  const tree = growingLinesRoot()
  const lines: ObservedLine[] = []
  let cursor: string | null = null
  const seen = new Set<string>()
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path: string = `/v1/log/observations/${hour}${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`
    const answer = await service.getJson(path, { maxBytes: MAX_BYTES })
    if (!isObservations(answer)) throw new ServiceUnusable(`${service.root}${path} answered in another form.`)
    for (const line of answer.lines) {
      tree.add(line)
      lines.push(lineOf(line, `${service.root}${path}`))
    }
    cursor = answer.cursor
    if (cursor === null) break
    if (seen.has(cursor)) throw new ServiceUnusable(`${service.root}${path} leads back to an earlier page.`)
    seen.add(cursor)
  }
  return { count: tree.count(), root: Buffer.from(tree.root()).toString('hex'), lines }
}

function lineOf(text: string, address: string): ObservedLine {
  const json = parseStrictJson(text)
  const line = json.ok ? json.value : null
  if (!isObservedLine(line)) throw new ServiceUnusable(`${address} has a line that is no observation.`)
  return line
}
