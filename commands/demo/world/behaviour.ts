import { DAY_MS, HOUR_MS, MINUTE_MS } from 'assay-verify/duration'
import type { DemoFailure, DemoServer, DemoVersion, OutageHabit } from './read-servers'
import { type Chance, sampleAround } from './seeded-chance'

/** The present of a world, and its chances. */
export interface World {
  servers: readonly DemoServer[]
  madeAt: Date
  chance: Chance
}

/**
 * Milliseconds from the present of the world to a moment: chances depend on it, so that a world has the same history on
 * whatever day it is made.
 */
export function sincePresent({ madeAt }: Pick<World, 'madeAt'>, at: Date): number {
  return at.getTime() - madeAt.getTime()
}

/** What a server does at one moment. */
export interface Behaviour {
  /** null: it answers. */
  failure: DemoFailure | null
  version: DemoVersion
  latencyMs: number
}

/** Longest outage that the seed places, in days: outages of so many days before are looked at. */
const LONGEST_HABIT_DAYS = 2

/**
 * What a server of the world does at this moment; depends on nothing else. A single failed probe is not part of it: see
 * `failsOnce`.
 */
export function behaviourOf(server: DemoServer, world: World, at: Date): Behaviour {
  return {
    failure: failureAt(server, world, at),
    version: versionAt(server, world, at),
    latencyMs: latencyAt(server, world, at),
  }
}

/** Whether a probe at this moment fails although the server is up. */
export function failsOnce({ id, failureChance }: DemoServer, world: World, at: Date): boolean {
  return world.chance('once', id, sincePresent(world, at)) < failureChance
}

/** The version that a server offers at this moment. */
export function versionAt({ versions, id }: DemoServer, world: World, at: Date): DemoVersion {
  const current = versions.findLast(({ sinceDaysAgo }) => sincePresent(world, at) >= -sinceDaysAgo * DAY_MS)
  const version = current ?? versions[0]
  if (version === undefined) throw new Error(`${id} has no version`)
  return version
}

function failureAt(server: DemoServer, world: World, at: Date): DemoFailure | null {
  const { outages, flaps, habit } = server
  const now = sincePresent(world, at)
  for (const { hoursAgo, minutes, as } of outages) {
    const from = -hoursAgo * HOUR_MS
    if (now >= from && (minutes === null || now < from + minutes * MINUTE_MS)) return as
  }
  if (flaps !== null && now >= -flaps.sinceHoursAgo * HOUR_MS) {
    // At the present it is up, and down at the end of each period.
    const intoPeriodMs = modulo(now, flaps.everyMinutes * MINUTE_MS)
    if (intoPeriodMs >= (flaps.everyMinutes - flaps.downMinutes) * MINUTE_MS) return flaps.as
  }
  return habit !== null && isInHabit(server.host, habit, world.chance, now) ? habit.as : null
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor
}

/** Servers of one host share its outages. */
function isInHabit(host: string, { chanceADay, medianMinutes }: OutageHabit, chance: Chance, now: number): boolean {
  const today = Math.floor(now / DAY_MS)
  for (let day = today - LONGEST_HABIT_DAYS; day <= today; day += 1) {
    if (chance('outage', host, day) >= chanceADay) continue
    const from = day * DAY_MS + chance('start', host, day) * DAY_MS
    const minutes = sampleAround(medianMinutes, 1, chance('one', host, day), chance('other', host, day))
    if (now >= from && now < from + Math.min(minutes * MINUTE_MS, LONGEST_HABIT_DAYS * DAY_MS)) return true
  }
  return false
}

/** How much slower a server is in its busiest hour than in its quietest, as a share. */
const DAILY_SWING = 0.2
const LEAST_MS = 5

function latencyAt({ id, medianMs, spread, slowTimes }: DemoServer, world: World, at: Date): number {
  const now = sincePresent(world, at)
  const { chance } = world
  const busy = 1 + (DAILY_SWING / 2) * Math.sin((2 * Math.PI * now) / DAY_MS)
  const slow = slowTimes.find(({ hoursAgo, minutes }) => {
    const from = -hoursAgo * HOUR_MS
    return now >= from && (minutes === null || now < from + minutes * MINUTE_MS)
  })
  const median = medianMs * busy * (slow?.factor ?? 1)
  const latencyMs = sampleAround(median, spread, chance('latency', id, now), chance('latency too', id, now))
  return Math.max(LEAST_MS, Math.round(latencyMs))
}
