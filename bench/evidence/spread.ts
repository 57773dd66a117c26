import { grouped } from 'assay-verify/grouped'
import type { Interval } from 'assay-verify/history/interval'
import { CURRENT, FORMULAS, type Formula } from 'assay-verify/score/formula-versions'
import { type ScoreFacts, scoreFactsFrom, scoreFrom } from 'assay-verify/score/score'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { eq } from 'drizzle-orm'
import { subjects } from '../../lib/store/catalog/catalog-schema'
import { openDatabase } from '../../lib/store/database'
import { serverStates } from '../../lib/store/evidence/evidence-schema'
import { type Bench, neededFlags, percentile, round } from '../bench'
import { readUptimeSeries, type UptimeSeries } from './uptime-series'
import { openTruth } from './verdict'

const EVERY_MS = 30 * 60_000
const RECHECK_MS = 20_000
const DAYS_MS = 90 * 24 * 3_600_000

type Scored = (formula: Formula) => ReturnType<typeof scoreFrom>

/** A recorded service as if it had been probed every half hour in the last 90 days of its series. */
function factsOf({ samples }: UptimeSeries): ScoreFacts {
  const last = samples.at(-1)?.at ?? 0
  const truthAt = openTruth(samples)
  const intervals = new Map<number, Interval>()
  let serverState: ServerState | null = null
  const probe = (at: number): boolean => {
    const { up, latencyMs } = truthAt(at)
    const reason = up ? ('answered' as const) : ('timed_out' as const)
    const observed = { observedAt: new Date(at), reason, latencyMs: up ? latencyMs : null, httpStatus: null }
    const step = updateServerState(serverState, { ...observed, vantage: 'replay' })
    const again = needsRecheck(serverState, step.serverState)
    serverState = step.serverState
    for (const interval of step.intervals) intervals.set(interval.from.getTime(), interval)
    return again
  }
  for (let due = Math.max(samples[0]?.at ?? 0, last - DAYS_MS); due <= last; due += EVERY_MS) {
    for (let at = due; probe(at); at += RECHECK_MS);
  }
  return { ...scoreFactsFrom(serverState, [...intervals.values()], new Date(last)), transport: 'http-api' }
}

/** Servers of a data folder, such as that of the demonstration, from what is stored of them. */
async function storedServers(dataDir: string): Promise<Scored[]> {
  const { db, close } = await openDatabase({ databaseUrl: null, dataDir })
  const rows = await db
    .select({
      scoreFacts: serverStates.scoreFacts,
      kind: subjects.kind,
      removedAt: subjects.removedAt,
      facts: subjects.facts,
    })
    .from(subjects)
    .innerJoin(serverStates, eq(serverStates.serverKey, subjects.serverKey))
    .where(eq(subjects.kind, 'server'))
  await close()
  return rows.map((row) => (formula) => scoreFrom(row.scoreFacts, toolFactsOf(row), formula))
}

/** How the better half of what is rated lies apart, and how many have each grade. */
function spreadOf(scored: readonly Scored[], formula: Formula) {
  const rated = scored.map((one) => one(formula)).filter((result) => result.rated)
  const scores = rated.map(({ score }) => score).sort((a, b) => b - a)
  const half = scores.slice(0, Math.ceil(scores.length / 2))
  const equals = [...grouped(half.map((score) => [score, score])).values()].map(({ length }) => length)
  const grades = grouped(rated.map(({ grade, score }) => [grade, score]))
  return {
    half: half.length,
    distinct: equals.length,
    largestTie: Math.max(...equals),
    iqr: round(percentile(half, 0.75) - percentile(half, 0.25), 2),
    best: half[0],
    least: half.at(-1),
    grades: Object.fromEntries([...grades].map(([grade, all]) => [grade, all.length])),
  }
}

/** Whether scores of good servers tell them apart, with each formula: in real uptime series, and in a data folder. */
export const bench: Bench = {
  flags: { series: '', data: '' },
  run: async (flags, print) => {
    const files = neededFlags(flags, 'series').series.split(',')
    const facts = files.flatMap(readUptimeSeries).map(factsOf)
    const recorded = facts.map(
      (known): Scored =>
        (formula) =>
          scoreFrom(known, null, formula),
    )
    const populations = { series: recorded, ...(flags.data ? { data: await storedServers(flags.data) } : {}) }
    for (const [name, scored] of Object.entries(populations))
      for (const formula of FORMULAS) print(`${name}, ${formula.name}: ${JSON.stringify(spreadOf(scored, formula))}`)
    return Object.fromEntries(Object.entries(populations).map(([name, scored]) => [name, spreadOf(scored, CURRENT)]))
  },
}
