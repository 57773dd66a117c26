import { createHmac } from 'node:crypto'
import { HOUR_MS } from 'assay-verify/duration'
import { tallyIntervals } from 'assay-verify/history/interval'
import { dayOfHour, USAGE_WINDOW_HOURS } from 'assay-verify/score/network-votes'
import { summarizeUsage, type UsageSummary } from 'assay-verify/score/recent-use'
import { type ScoreFacts, scoreFrom } from 'assay-verify/score/score'
import { NO_TOOL_FACTS } from 'assay-verify/score/tool-facts'
import type { HourOfOutcomes, Reporter, ReporterOutcomes } from 'assay-verify/score/usage'
import type { Verdict } from 'assay-verify/verdict'
import { corroborateHour } from '../../lib/core/caller/corroboration'
import { networkOf } from '../../lib/core/caller/network'
import type { OutcomeSums } from '../../lib/core/caller/outcome'
import { assess } from '../../lib/core/verdict/assessment'
import { NO_CALLS, type SimulatedReporter } from './crowd-reporters'
import type { KindName, ProbedServer } from './crowd-servers'

/** Hours after its end at which an hour is compared for trust, as the job does. */
const COMPARED_AFTER_HOURS = 3
/** Recent hours that are read hour by hour; older ones are summed by day, as the store does. */
const SINGLE_HOURS = 48

/** Hours with calls that a verdict may depend on. */
const RECENT_HOURS = 25

interface Known {
  reporter: Reporter
  /** First network of each day. */
  networks: Map<number, number>
}

interface Tool {
  hours: Map<string, HourOfOutcomes[]>
  published: Map<number, Set<Verdict>>
  usage: UsageSummary | null
  verdict: Verdict
  score: number
}

/**
 * What the product would know of one tool of each kind from a crowd of reporters: the product's rules of `lib/core`,
 * called in the order of the jobs, with a store in memory. All that differs between two worlds is who reports.
 */
export class CrowdWorld {
  readonly #tools = new Map<KindName, Tool>()
  readonly #reporters = new Map<string, Known>()

  constructor(kinds: readonly KindName[]) {
    for (const kind of kinds)
      this.#tools.set(kind, { hours: new Map(), published: new Map(), usage: null, verdict: 'unknown', score: 0 })
  }

  /** Makes a reporter known. `startAt`: the start of the simulation. */
  join({ name, keyAgeDays }: SimulatedReporter, startAt: number, corroborated = 0): void {
    const keyedSince = keyAgeDays === null ? null : new Date(startAt - keyAgeDays * 24 * HOUR_MS)
    this.#reporters.set(name, { reporter: { keyedSince, corroborated }, networks: new Map() })
  }

  /** As `ingest`: counts by tool, reporter and hour, and the reporter's first network of the day. */
  report(name: string, kind: KindName, sums: OutcomeSums, address: string, now: number): void {
    const hour = Math.floor(now / HOUR_MS)
    const known = this.#reporters.get(name)
    const tool = this.#tools.get(kind)
    if (known === undefined || tool === undefined) throw new Error(`unknown ${name} or ${kind}`)
    const day = dayOfHour(hour)
    if (known.reporter.keyedSince !== null && !known.networks.has(day)) known.networks.set(day, hashOf(address, day))
    const own = tool.hours.get(name) ?? []
    const last = own.at(-1)
    const entry = last?.hour === hour ? last : { hour, ...NO_CALLS }
    if (entry !== last) own.push(entry)
    for (const column of Object.keys(NO_CALLS) as (keyof OutcomeSums)[]) entry[column] += sums[column]
    tool.hours.set(name, own)
    const published = tool.published.get(hour) ?? new Set()
    tool.published.set(hour, published.add(tool.verdict))
  }

  /** As the job's trust step, of the hour that is compared at this full hour. */
  updateTrust(servers: ReadonlyMap<KindName, ProbedServer>, now: number): void {
    const hour = Math.floor(now / HOUR_MS) - COMPARED_AFTER_HOURS
    for (const [kind, tool] of this.#tools) {
      const testimonies = [...tool.hours].flatMap(([name, hours]) => {
        const counts = hours.findLast((one) => one.hour <= hour)
        const known = this.#reporters.get(name)
        if (counts?.hour !== hour || known === undefined || known.reporter.keyedSince === null) return []
        return { name, reporter: known.reporter, network: known.networks.get(dayOfHour(hour)) ?? null, counts }
      })
      const names = testimonies.map(({ name }) => name)
      const published = [...(tool.published.get(hour) ?? [])]
      tool.published.delete(hour)
      const given = testimonies.map((one, reporterKey) => ({ ...one, reporterKey }))
      for (const [at, events] of corroborateHour(given, { probe: probeOf(servers.get(kind), hour), published })) {
        const known = this.#reporters.get(names[at] ?? '')
        if (known !== undefined) known.reporter.corroborated += events
      }
    }
  }

  /** As the job's usage step: sums up a tool and rates it. `facts` null: only the verdict is rated. */
  rate(kind: KindName, server: ProbedServer, facts: ScoreFacts | null, now: Date): { verdict: Verdict; score: number } {
    const tool = this.#tools.get(kind)
    if (tool === undefined) throw new Error(`unknown ${kind}`)
    tool.usage = summarizeUsage(this.#reports(tool, facts === null ? RECENT_HOURS : USAGE_WINDOW_HOURS, now), now)
    const toolFacts = { ...NO_TOOL_FACTS, usage: tool.usage }
    tool.verdict = assess(server.serverState, 'unknown', toolFacts, now).verdict
    if (facts !== null) tool.score = scoreFrom(facts, toolFacts).score
    return tool
  }

  /** Folds hours into days as the store reads them, and forgets what is too old. */
  fold(now: number): void {
    const singleFrom = Math.floor(now / HOUR_MS) - SINGLE_HOURS
    for (const tool of this.#tools.values())
      for (const [name, hours] of tool.hours) tool.hours.set(name, foldedHours(hours, singleFrom))
  }

  /** Reporters that are trusted as far as events go. */
  corroboratedOf(name: string): number {
    return this.#reporters.get(name)?.reporter.corroborated ?? 0
  }

  #reports(tool: Tool, newest: number, now: Date): ReporterOutcomes[] {
    return [...tool.hours].flatMap(([name, hours]) => {
      const known = this.#reporters.get(name)
      // A key that does not exist yet has not reported.
      if (known === undefined || (known.reporter.keyedSince?.getTime() ?? 0) > now.getTime()) return []
      return { ...known, hours: hours.slice(-newest) }
    })
  }
}

function foldedHours(hours: readonly HourOfOutcomes[], singleFrom: number): HourOfOutcomes[] {
  const folded = new Map<number, HourOfOutcomes>()
  for (const entry of hours) {
    if (entry.hour < singleFrom - USAGE_WINDOW_HOURS) continue
    const hour = entry.hour >= singleFrom ? entry.hour : dayOfHour(entry.hour) * 24 + 12
    const before = folded.get(hour)
    if (before === undefined) folded.set(hour, { ...entry, hour })
    else for (const column of Object.keys(NO_CALLS) as (keyof OutcomeSums)[]) before[column] += entry[column]
  }
  return [...folded.values()].sort((a, b) => a.hour - b.hour)
}

function probeOf(server: ProbedServer | undefined, hour: number): 'up' | 'down' | null {
  const [from, to] = [hour * HOUR_MS, (hour + 1) * HOUR_MS]
  const { upMs, downMs } = tallyIntervals(server?.intervals() ?? [], from, to)
  if (upMs === HOUR_MS) return 'up'
  return downMs === HOUR_MS ? 'down' : null
}

function hashOf(address: string, day: number): number {
  return createHmac('sha256', 'bench')
    .update(`${day} ${networkOf(address)}`)
    .digest()
    .readInt32BE(0)
}
