import { HOUR_MS } from 'assay-verify/duration'
import { scoreFrom } from 'assay-verify/score/score'
import { NO_TOOL_FACTS } from 'assay-verify/score/tool-facts'
import { TRUSTED_KEY_DAYS } from 'assay-verify/score/usage'
import type { Verdict } from 'assay-verify/verdict'
import type { OutcomeSums } from '../../lib/core/caller/outcome'
import { randomFrom } from '../../training/random'
import { type Bench, BenchCannotRun, numberFlag, type Print, round } from '../bench'
import {
  brokenConnections,
  honestAddress,
  honestCalls,
  honestReporters,
  type SimulatedReporter,
} from './crowd-reporters'
import { APPEARS, HIDDEN_OUTAGES, KIND_NAMES, KINDS, type KindName, ProbedServer } from './crowd-servers'
import { STRATEGIES, type Strategy } from './crowd-strategies'
import { CrowdWorld } from './crowd-world'
import { TurnedVerdicts } from './turned-verdicts'

const START = Date.UTC(2026, 8, 1)
const HONEST = 24
const FULL_RATING_EVERY_HOURS = 6
/**
 * Verdicts are compared once the honest reporters with old keys had time to earn trust: before, each one more turns
 * what nobody has verified yet.
 */
const COMPARED_FROM = START + 3 * 24 * HOUR_MS
/** After a hidden outage began, and after a server appeared, the job runs this often for so long. */
const FINE_MINUTES = 5
const FINE_HOURS = 2

/** A world that hostile reporters attack, beside the world without any. */
interface Attacked {
  strategy: Strategy
  goal: 'up' | 'down'
  world: CrowdWorld
  turned: ReadonlyMap<KindName, TurnedVerdicts>
  largestMove: number
  movedKind: KindName | null
  times: Times
}

/** Moments at which a new server was verified, and a hidden outage revealed, in hours since it appeared or began. */
interface Times {
  verified: number | null
  revealed: (number | null)[]
}

/**
 * Reporters of sixty days in memory, through the product's own rules in the order of its jobs: the same honest crowd
 * once alone and once with each hostile crowd, whose members have at most two networks, or all /48 of one /32 of IPv6.
 * Figures are the worst of all strategies and tools; `honestMove`: the most points that the honest crowd alone moves a
 * score. `strategy`: only those with this in their names.
 */
export const bench: Bench = {
  flags: { days: '60', hostile: '0.33', seed: '1', strategy: '' },
  async run(flags, print) {
    const [days, share] = [numberFlag(flags, 'days'), numberFlag(flags, 'hostile')]
    if (share >= 1) throw new BenchCannotRun('--hostile is a share below 1')
    if (days < 58) throw new BenchCannotRun('--days must be 58 or more: the last hidden outage is on day 57')
    const hostile = Math.max(2, Math.round((HONEST * share) / (1 - share)))
    const strategies = STRATEGIES.filter(({ name }) => name.includes(flags.strategy ?? ''))
    print(
      `${HONEST} honest reporters, ${hostile} hostile ones, ${strategies.length} strategies up and down, ${days} days`,
    )
    const simulation = new Simulation(strategies, hostile, randomFrom(numberFlag(flags, 'seed')))
    for (const now of momentsOf(days)) simulation.step(now)
    return simulation.result(print)
  },
  hasFailed: ({ largestMove, verdictsTurned, hoursToVerify, hoursToReveal }) =>
    !(Number(largestMove) <= 2 && verdictsTurned === 0 && Number(hoursToVerify) <= 24 && Number(hoursToReveal) <= 1),
}

function momentsOf(days: number): number[] {
  // Of the days before keys can be trusted every second hour is enough.
  const hourly = Array.from({ length: days * 24 }, (_, hour) => hour + 1).filter(
    (hour) => hour % 2 === 0 || hour > TRUSTED_KEY_DAYS * 24,
  )
  const fine = [...HIDDEN_OUTAGES, APPEARS].flatMap((from) =>
    Array.from({ length: (FINE_HOURS * 60) / FINE_MINUTES }, (_, n) => from + ((n + 1) * FINE_MINUTES) / 60),
  )
  return [...new Set([...hourly, ...fine])].sort((a, b) => a - b).map((hour) => START + Math.round(hour * HOUR_MS))
}

class Simulation {
  readonly #random: () => number
  readonly #honest: readonly SimulatedReporter[]
  readonly #servers = new Map(KIND_NAMES.map((kind) => [kind, new ProbedServer(kind, START)]))
  readonly #quiet = new CrowdWorld(KIND_NAMES)
  readonly #quietTimes: Times = newTimes()
  readonly #attacked: readonly Attacked[]
  readonly #hostile: number
  readonly #verdicts = new Map<CrowdWorld, Map<KindName, Verdict>>()
  #honestMove = 0
  #broken: boolean[] = []
  #before = START

  constructor(strategies: readonly Strategy[], hostile: number, random: () => number) {
    this.#random = random
    this.#honest = honestReporters(HONEST, random)
    this.#attacked = strategies.flatMap((strategy) =>
      (['down', 'up'] as const).map((goal) => newAttack(strategy, goal, hostile)),
    )
    for (const world of [this.#quiet, ...this.#attacked.map((one) => one.world)]) {
      for (const reporter of this.#honest) world.join(reporter, START)
      this.#verdicts.set(world, new Map())
    }
    this.#hostile = hostile
  }

  step(now: number): void {
    const isFullHour = (now - START) % HOUR_MS === 0
    if (this.#broken.length === 0 || Math.floor(this.#before / HOUR_MS) !== Math.floor((this.#before - 1) / HOUR_MS))
      this.#broken = brokenConnections(HONEST, this.#random)
    for (const server of this.#servers.values()) server.probeUntil(now)
    const failing = this.#reportHonest(now)
    for (const attack of this.#attacked) this.#reportHostile(attack, failing, now)
    this.#rate(now)
    if (isFullHour) {
      for (const world of this.#verdicts.keys()) {
        world.updateTrust(this.#servers, now)
        if ((now - START) % (24 * HOUR_MS) === 0) world.fold(now)
      }
    }
    this.#before = now
  }

  /** The same calls in every world. Answers how many honest reporters saw each tool fail. */
  #reportHonest(now: number): Map<KindName, number> {
    const hours = (now - this.#before) / HOUR_MS
    const hour = (this.#before - START) / HOUR_MS
    const failing = new Map<KindName, number>()
    for (const [n, reporter] of this.#honest.entries()) {
      if (reporter.keyAgeDays !== null && hour / 24 < -reporter.keyAgeDays) continue
      for (const kind of KIND_NAMES) {
        const { users, since } = KINDS[kind]
        if (n >= users || hour < since) continue
        // What an outage cuts in two is reported by its second part: moments are close together there.
        const sums = honestCalls(reporter, kind, { hour, hours, isBroken: this.#broken[n] === true }, this.#random)
        if (callsIn(sums) === 0) continue
        if (sums.transportFailures * 2 >= callsIn(sums)) failing.set(kind, (failing.get(kind) ?? 0) + 1)
        for (const world of this.#verdicts.keys())
          world.report(reporter.name, kind, sums, honestAddress(n, hour), now - 1)
      }
    }
    return failing
  }

  #reportHostile({ strategy, goal, world }: Attacked, failing: ReadonlyMap<KindName, number>, now: number): void {
    const hour = (this.#before - START) / HOUR_MS
    for (const kind of KIND_NAMES) {
      if (hour < KINDS[kind].since) continue
      const published = this.#verdicts.get(world)?.get(kind) ?? 'unknown'
      const view = { hour, kind, published, honestFailing: failing.get(kind) ?? 0 }
      for (let n = 0; n < (strategy.reporters ?? this.#hostile); n += 1) {
        const sums = strategy.reportOf(n, view, goal)
        if (sums !== null) world.report(hostileName(n), kind, sums, strategy.addressOf(n, hour), now - 1)
      }
    }
  }

  #rate(now: number): void {
    const isFull = (now - START) % (FULL_RATING_EVERY_HOURS * HOUR_MS) === 0
    for (const kind of KIND_NAMES) {
      const server = this.#servers.get(kind)
      if (server?.serverState == null) continue
      const [at, facts] = [new Date(now), isFull ? server.scoreFacts(new Date(now)) : null]
      const quiet = { ...this.#quiet.rate(kind, server, facts, at) }
      if (facts !== null) {
        const unused = scoreFrom(facts, NO_TOOL_FACTS).score
        this.#honestMove = Math.max(this.#honestMove, Math.abs(quiet.score - unused))
      }
      note(this.#quietTimes, kind, quiet.verdict, now)
      for (const attack of this.#attacked) {
        const { verdict, score } = attack.world.rate(kind, server, facts, at)
        this.#verdicts.get(attack.world)?.set(kind, verdict)
        if (now >= COMPARED_FROM) attack.turned.get(kind)?.compare(quiet.verdict, verdict, now)
        note(attack.times, kind, verdict, now)
        const moved = facts === null ? 0 : Math.abs(score - quiet.score)
        if (moved > attack.largestMove) Object.assign(attack, { largestMove: moved, movedKind: kind })
      }
    }
  }

  result(print: Print): Record<string, unknown> {
    print(`${'strategy'.padEnd(75)} goal  move (tool)             turned  trusted  verify h  reveal h`)
    print(`${'nobody hostile'.padEnd(75)}                                          ${timesText(this.#quietTimes)}`)
    for (const { strategy, goal, largestMove, movedKind, turned, times, world } of this.#attacked) {
      const reporters = strategy.reporters ?? this.#hostile
      const trusted = Array.from({ length: reporters }, (_, n) => world.corroboratedOf(hostileName(n)) >= 100)
      const where = [...turned].filter(([, one]) => one.turned > 0).map(([kind, one]) => `${kind} ${one.turned}`)
      const move = `${round(largestMove, 1).toFixed(1)} ${movedKind ?? ''}`
      print(
        `${strategy.name.padEnd(75)} ${goal.padEnd(5)} ${move.padEnd(22)} ${where.join(', ').padEnd(7)} ${String(trusted.filter(Boolean).length).padStart(7)}  ${timesText(times)}`,
      )
    }
    const all = [this.#quietTimes, ...this.#attacked.map(({ times }) => times)]
    const compared = this.#attacked.flatMap(({ turned }) => [...turned.values()])
    return {
      largestMove: round(Math.max(...this.#attacked.map((one) => one.largestMove)), 1),
      honestMove: round(this.#honestMove, 1),
      verdictsTurned: compared.reduce((sum, one) => sum + one.turned, 0),
      hoursToVerify: worst(all.map(({ verified }) => verified)),
      hoursToReveal: worst(all.flatMap(({ revealed }) => revealed)),
      differingHours: round(
        compared.reduce((sum, one) => sum + one.differingHours, 0),
        1,
      ),
      trustedHonest: this.#honest.filter(({ name }) => this.#quiet.corroboratedOf(name) >= 100).length,
    }
  }
}

function newAttack(strategy: Strategy, goal: 'up' | 'down', hostile: number): Attacked {
  const world = new CrowdWorld(KIND_NAMES)
  for (let n = 0; n < (strategy.reporters ?? hostile); n += 1)
    world.join(
      { name: hostileName(n), keyAgeDays: strategy.keyAgeDays(n), callsAnHour: 0 },
      START,
      strategy.corroborated,
    )
  const turned = new Map(KIND_NAMES.map((kind) => [kind, new TurnedVerdicts()]))
  return { strategy, goal, world, turned, largestMove: 0, movedKind: null, times: newTimes() }
}

function newTimes(): Times {
  return { verified: null, revealed: HIDDEN_OUTAGES.map(() => null) }
}

function note(times: Times, kind: KindName, verdict: string, now: number): void {
  const hour = (now - START) / HOUR_MS
  if (kind === 'newSignIn' && verdict === 'healthy') times.verified ??= hour - APPEARS
  if (kind !== 'hidden' || verdict !== 'degraded') return
  const at = HIDDEN_OUTAGES.findIndex((from) => hour > from && hour <= from + 6)
  if (at >= 0) times.revealed[at] ??= hour - (HIDDEN_OUTAGES[at] ?? 0)
}

/** The longest; 9999 where it never came. */
function worst(hours: readonly (number | null)[]): number {
  return round(Math.max(...hours.map((one) => one ?? 9999)), 2)
}

function timesText({ verified, revealed }: Times): string {
  return `${worst([verified]).toFixed(2).padStart(8)}  ${worst(revealed).toFixed(2).padStart(8)}`
}

function callsIn(sums: OutcomeSums): number {
  return sums.successes + sums.transportFailures + sums.callerFailures + sums.otherFailures
}

const hostileName = (n: number) => `hostile ${n}`
