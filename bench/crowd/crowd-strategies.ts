import type { Verdict } from 'assay-verify/verdict'
import type { OutcomeSums } from '../../lib/core/caller/outcome'
import { honestAddress, NO_CALLS } from './crowd-reporters'
import { KINDS, type KindName } from './crowd-servers'

/** What a hostile reporter sees before it reports. */
interface View {
  /** Hours since the start, with fractions. */
  hour: number
  kind: KindName
  /** The verdict that is published about the tool. */
  published: Verdict
  /** Honest reporters that see it fail right now: more than anybody can know. */
  honestFailing: number
}

/** How hostile reporters act. `down`: against the tools; `up`: for them. */
export interface Strategy {
  name: string
  /** How many hostile reporters there are; undefined: the share that the bench is given. */
  reporters?: number
  /** Age of the n-th key in days at the start; null: no key. */
  keyAgeDays(n: number): number | null
  /** Events of trust they begin with: those that only the strongest assumption gives them. */
  corroborated: number
  addressOf(n: number, hour: number): string
  reportOf(n: number, view: View, goal: 'up' | 'down'): OutcomeSums | null
}

const CALLS = 300
/** When patient strategies turn: all honest keys are old by then, and outages come after. */
const TURNS_AT = 35 * 24

const attack = (goal: 'up' | 'down', calls = CALLS): OutcomeSums =>
  goal === 'down' ? { ...NO_CALLS, transportFailures: calls } : { ...NO_CALLS, successes: calls }

const truth = ({ kind, hour }: View, calls = 20): OutcomeSums =>
  KINDS[kind].works(hour) ? { ...NO_CALLS, successes: calls } : { ...NO_CALLS, transportFailures: calls }

function repeated({ published }: View): OutcomeSums | null {
  if (published === 'unknown') return null
  return published === 'down' ? { ...NO_CALLS, transportFailures: 20 } : { ...NO_CALLS, successes: 20 }
}

/** Two blocks, /24 or /32, with all their addresses in turn. */
const inTwoNetworks = (n: number, hour: number) => `203.0.${n % 2}.${(Math.floor(hour) * 7 + n * 13) % 256}`
const inTwoNetworksOfIPv6 = (n: number, hour: number) =>
  `3fff:${n % 2 === 0 ? 'aaa' : 'bbb'}:${(n * 5).toString(16)}:${((Math.floor(hour) * 31 + n * 97) % 65_536).toString(16)}::/64`
const FEW_KINDS: readonly KindName[] = ['busy', 'niche', 'alone']
/** A /48 for each reporter, all of one /32: what one registration of addresses has. */
const inOneBlockOfIPv6 = (n: number) => `3fff:ccc:${n.toString(16)}:1::/64`
/** The 6to4 blocks of one /24 of IPv4: 256 of /48. */
const in6to4 = (n: number, hour: number) =>
  `2002:cb00:${(((n % 2) << 8) | ((Math.floor(hour) + n) % 256)).toString(16)}:1::/64`

const ALWAYS: Strategy['reportOf'] = (_, __, goal) => attack(goal)
const AGED = { corroborated: 0, keyAgeDays: () => 60, addressOf: inTwoNetworks, reportOf: ALWAYS }
const TRUSTED = { ...AGED, corroborated: 1e6 }
const afterTurn = (reportBefore: (view: View) => OutcomeSums | null) => (_: number, view: View, goal: 'up' | 'down') =>
  view.hour < TURNS_AT ? reportBefore(view) : attack(goal)

/**
 * Every way of attack that was thought of. Granted trust is the strongest: it leaves out whether trust can be earned.
 */
export const STRATEGIES: readonly Strategy[] = [
  { ...AGED, name: 'fresh keys', keyAgeDays: () => 0 },
  {
    ...AGED,
    name: 'fresh keys in 774 networks of one /32 of IPv6',
    reporters: 774,
    keyAgeDays: () => 0,
    addressOf: inOneBlockOfIPv6,
    // Of so many reporters one report a day is as much as any number, and three tools keep the bench short.
    reportOf: (_, { hour, kind }, goal) =>
      Math.floor(hour) % 24 === 12 && FEW_KINDS.includes(kind) ? attack(goal) : null,
  },
  { ...AGED, name: 'no keys', keyAgeDays: () => null },
  { ...AGED, name: 'aged keys, attacking from the start' },
  { ...AGED, name: 'aged keys that repeat the published verdict, then attack', reportOf: afterTurn(repeated) },
  { ...AGED, name: 'aged keys that report the truth, then attack', reportOf: afterTurn(truth) },
  {
    ...AGED,
    name: 'aged keys that report the truth, then a little less of it every day',
    reportOf: (_, view, goal) => {
      const lies = Math.min(1, Math.max(0, view.hour - TURNS_AT) / (15 * 24))
      const [honest, false_] = [truth(view, Math.round(100 * (1 - lies))), attack(goal, Math.round(100 * lies))]
      return {
        ...NO_CALLS,
        successes: honest.successes + false_.successes,
        transportFailures: honest.transportFailures + false_.transportFailures,
      }
    },
  },
  {
    ...AGED,
    name: 'aged keys that report the truth behind sign-ins only, and attack the rest',
    reportOf: (_, view, goal) => (view.kind === 'signIn' ? truth(view) : attack(goal)),
  },
  { ...TRUSTED, name: 'trusted from the start' },
  {
    ...TRUSTED,
    name: 'trusted, waiting for an honest failure',
    reportOf: (_, view, goal) => (goal === 'up' || view.honestFailing > 0 ? attack(goal) : truth(view)),
  },
  {
    ...TRUSTED,
    name: 'trusted, at midnight only',
    reportOf: (_, view, goal) => (view.hour % 24 < 1 || view.hour % 24 >= 23 ? attack(goal) : null),
  },
  {
    ...TRUSTED,
    name: 'trusted, other keys every day',
    reportOf: (n, view, goal) => (Math.floor(view.hour / 24) % 3 === Math.floor(n / 2) % 3 ? attack(goal) : null),
  },
  { ...TRUSTED, name: 'trusted, in two networks of IPv6', addressOf: inTwoNetworksOfIPv6 },
  { ...TRUSTED, name: 'trusted, in all 6to4 networks of two /24', addressOf: in6to4 },
  {
    ...TRUSTED,
    name: 'trusted, in the networks of two honest reporters',
    addressOf: (n, hour) => honestAddress(n % 2, hour),
    reportOf: (_, __, goal) => attack(goal, 5000),
  },
  {
    ...TRUSTED,
    name: 'trusted, with few calls at a rate just above the worst',
    reportOf: (_, __, goal) => (goal === 'up' ? attack('up', 6) : { ...NO_CALLS, successes: 5, transportFailures: 6 }),
  },
]
