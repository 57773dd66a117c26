import { LogObservations } from '../../lib/contract/shapes/log'
import { type Finding, finding } from '../../lib/core/audit/finding'
import type { LoggedFacts } from '../../lib/core/audit/logged-facts'
import { DAY_MS } from '../../lib/core/duration'
import { growingLinesRoot } from '../../lib/core/log/observation-line'
import { type Service, ServiceUnusable } from '../fetch-service'

const MAX_BYTES = 64_000_000
const MOST_PAGES = 60
/** Hours without a line, one after the other, after which older ones are taken to be kept no longer. */
const EMPTY_HOURS = 3

/** What became of the hours of observations. */
export interface HourCounts {
  checked: number
  /** Of which the service keeps no observations any more. */
  gone: number
  /** To which observations were added after their root was logged. */
  grown: number
}

/** Compares the observations of each hour that the service still has with their logged root, the newest first. `most`: hours at most. */
export async function checkObservations(
  service: Service,
  { observations }: Pick<LoggedFacts, 'observations'>,
  { most, now }: { most: number; now: Date },
): Promise<{ findings: Finding[]; counts: HourCounts }> {
  const findings: Finding[] = []
  const counts: HourCounts = { checked: 0, gone: 0, grown: 0 }
  let empty = 0
  for (const { leaf, facts } of observations.slice(-most).reverse()) {
    if (empty >= EMPTY_HOURS) break
    const shown = await readHour(service, facts.hour)
    const isOld = now.getTime() - Date.parse(facts.hour) > DAY_MS
    if (shown.count === 0 && facts.count > 0 && isOld) {
      empty += 1
      counts.gone += 1
      continue
    }
    empty = 0
    counts.checked += 1
    if (shown.root === facts.root && shown.count === facts.count) continue
    if (shown.count > facts.count) counts.grown += 1
    else
      findings.push(
        finding(
          'observations',
          leaf,
          facts.hour,
          `${shown.count} observations give another root than the ${facts.count} logged.`,
        ),
      )
  }
  return { findings, counts }
}

async function readHour(service: Service, hour: string): Promise<{ count: number; root: string }> {
  const tree = growingLinesRoot()
  let cursor: string | null = null
  const seen = new Set<string>()
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const path: string = `/v1/log/observations/${hour}${cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`}`
    const parsed = LogObservations.safeParse(await service.getJson(path, { maxBytes: MAX_BYTES }))
    if (!parsed.success) throw new ServiceUnusable(`${service.root}${path} answered in another form.`)
    for (const line of parsed.data.lines) tree.add(line)
    cursor = parsed.data.cursor
    if (cursor === null) break
    if (seen.has(cursor)) throw new ServiceUnusable(`${service.root}${path} leads back to an earlier page.`)
    seen.add(cursor)
  }
  return { count: tree.count(), root: Buffer.from(tree.root()).toString('hex') }
}
