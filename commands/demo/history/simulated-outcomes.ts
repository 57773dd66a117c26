import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { openOutcomeWriter } from '../../../lib/api/outcomes/outcome-writer'
import { type Outcome, sumOutcomes } from '../../../lib/core/caller/outcome'
import { OUTCOME_DAYS } from '../../../lib/core/retention'
import type { Database } from '../../../lib/store/database'
import { listKeyedReporters, openReporter } from '../../../lib/store/outcomes/outcomes'
import { addCorroborated } from '../../../lib/store/outcomes/reporter-trust'
import { behaviourOf, sincePresent, versionAt, type World } from '../world/behaviour'
import type { DemoServer } from '../world/read-servers'

/** Reporters of the world; each network has two. */
const REPORTERS = 12
const REPORTERS_A_NETWORK = 2
/** Of these reporters earlier events agreed with other evidence, so they are trusted. */
const TRUSTED_REPORTERS = 7
const CORROBORATED = 400
const KEYED_DAYS_AGO = 85
/** Chance that a reporter calls tools of a server in an hour. */
const CALLS_AN_HOUR = 0.006
const MOST_EVENTS = 9
const CALLER_FAULTS = 0.03

/** Keys of the reporters of the world; a new world gets them now. */
export async function openReporters(db: Database, { madeAt }: World): Promise<number[]> {
  const known = await listKeyedReporters(db, REPORTERS)
  if (known.length === REPORTERS) return known
  const keyedSince = new Date(madeAt.getTime() - KEYED_DAYS_AGO * DAY_MS)
  const keys: number[] = []
  for (let nth = 0; nth < REPORTERS; nth += 1) keys.push(await openReporter(db, keyedSince))
  await addCorroborated(db, new Map(keys.slice(0, TRUSTED_REPORTERS).map((key) => [key, CORROBORATED])))
  return keys
}

/**
 * Reports the outcomes of calls between two instants, as clients would have, by the writer that takes in real ones.
 * Outcomes that would be deleted by now are left out.
 */
export async function reportOutcomes(
  db: Database,
  world: World,
  reporterKeys: readonly number[],
  from: Date,
  to: Date,
): Promise<void> {
  const writer = openOutcomeWriter(db)
  const oldest = world.madeAt.getTime() - OUTCOME_DAYS * DAY_MS
  const first = Math.max(Math.ceil(from.getTime() / HOUR_MS), Math.ceil(oldest / HOUR_MS))
  for (let hour = first; hour * HOUR_MS < to.getTime(); hour += 1) {
    const at = new Date(hour * HOUR_MS)
    const batches = reporterKeys.flatMap((reporterKey, nth) => {
      const outcomes = world.servers.flatMap((server) => outcomesOf(server, world, nth, at))
      const network = 1 + Math.floor(nth / REPORTERS_A_NETWORK)
      const batch = { keyId: null, reporterKey, network, hash: null, sums: sumOutcomes(outcomes), outcomes, ignored: 0 }
      return outcomes.length === 0 ? [] : [batch]
    })
    await Promise.all(batches.map((batch) => writer.count(batch, at)))
  }
  await writer.flush()
}

/** What one reporter calls of a server in an hour: nothing, or some calls of one of its tools. */
function outcomesOf(server: DemoServer, world: World, reporter: number, at: Date): Outcome[] {
  const { chance } = world
  const draw = (purpose: string) => chance(purpose, server.id, reporter, sincePresent(world, at))
  const { tools, access } = versionAt(server, world, at)
  const isPopular = server.id.startsWith('official/') || server.host === 'harbor.example'
  if (access !== 'open' || draw('calls') >= CALLS_AN_HOUR * (isPopular ? 4 : 1)) return []
  const tool = tools[Math.floor(draw('tool') * Math.min(3, tools.length))]
  if (tool === undefined) return []
  const { failure, latencyMs } = behaviourOf(server, world, at)
  const toolId = `${server.id}/${tool.name}`
  return Array.from({ length: 1 + Math.floor(draw('events') * MOST_EVENTS) }, (_, nth): Outcome => {
    if (failure !== null) return { toolId, success: false, errorClass: 'timeout' }
    if (draw(`fault ${nth}`) < CALLER_FAULTS) return { toolId, success: false, errorClass: 'schema', latencyMs }
    return { toolId, success: true, latencyMs: Math.round(latencyMs * (1.2 + draw(`latency ${nth}`))) }
  })
}
