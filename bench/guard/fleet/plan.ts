import { randomFrom } from '../../../training/random'
import { type Description, type Fault, FOREVER, modeAt, toolsAt } from './description.mjs'

/** A server of the fleet, with the name of what happens to it. */
export interface PlannedServer extends Description {
  kind: string
  /** Of one over HTTP that runs; null: of another. */
  port: number | null
}

/** Seconds of a fault, by the random number of the server. */
type FaultsOf = (shift: number, length: number) => readonly Fault[]

const BEFORE = -FOREVER
const always =
  (mode: Fault['mode']): FaultsOf =>
  () => [{ mode, from: BEFORE, until: FOREVER }]
const since =
  (mode: Fault['mode'], from: number, until: number): FaultsOf =>
  (shift, length) => [{ mode, from: from + 10 * shift, until: until + 10 * shift + 10 * length }]
const until =
  (mode: Fault['mode'], end: number): FaultsOf =>
  (shift) => [{ mode, from: BEFORE, until: end + 10 * shift }]

interface Kind {
  kind: string
  /** So many over each transport. */
  count: number
  faults: FaultsOf
  driftAt?: number
}

/** Fifty over each transport. Faults begin before the host, in the first minute, and in the second. */
const KINDS: readonly Kind[] = [
  { kind: 'good', count: 28, faults: () => [] },
  { kind: 'refuses', count: 2, faults: always('down') },
  { kind: 'comes up', count: 3, faults: until('down', 35) },
  { kind: 'restarts early', count: 2, faults: since('down', 15, 30) },
  { kind: 'restarts late', count: 2, faults: since('down', 65, 75) },
  { kind: 'mute', count: 2, faults: always('mute') },
  { kind: 'mute, then speaks', count: 1, faults: until('mute', 40) },
  { kind: 'never answers calls', count: 1, faults: always('mute-call') },
  { kind: 'hangs in calls', count: 2, faults: since('mute-call', 15, 40) },
  { kind: 'stopped', count: 2, faults: since('stopped', 15, 40) },
  { kind: 'fails', count: 1, faults: since('status-500', 20, 45) },
  { kind: 'domain errors', count: 1, faults: always('domain-error') },
  { kind: 'errors of JSON-RPC', count: 1, faults: always('rpc-error') },
  { kind: 'drifts', count: 2, faults: () => [], driftAt: 30 },
]

/** The fleet of a seed: the same servers and times each time. */
export function planFleet(seed: number): PlannedServer[] {
  const random = randomFrom(seed)
  return (['stdio', 'http'] as const).flatMap((transport) =>
    KINDS.flatMap(({ kind, count, faults, driftAt = null }) =>
      Array.from({ length: count }, (_, at): PlannedServer => {
        const [shift, length] = [random(), random()]
        return {
          name: `${transport}-${kind.replace(/\W+/g, '-')}-${at}`.toLowerCase(),
          ...{ kind, transport, faults: faults(shift, length) },
          driftAt: driftAt === null ? null : driftAt + 10 * shift,
          announces: at % 2 === 0,
          hasSession: at % 2 === 0,
          port: null,
        }
      }),
    ),
  )
}

/** So many good servers, every other one over HTTP. */
export function planGood(count: number): PlannedServer[] {
  return Array.from({ length: count }, (_, at) => ({
    name: `good-${at}`,
    ...{ kind: 'good', transport: at % 2 === 0 ? ('stdio' as const) : ('http' as const), faults: [] },
    ...{ driftAt: null, announces: false, hasSession: false, port: null },
  }))
}

export const isGood = ({ kind }: PlannedServer): boolean => kind === 'good'

const ANSWERING = new Set([null, 'domain-error', 'rpc-error'])

/** Whether a call of it would be answered, whatever the answer says. */
export function answersAt(server: Description, seconds: number): boolean {
  return ANSWERING.has(modeAt(server, seconds))
}

/** The names that it declares, also while it cannot be asked. */
export function declaredAt(server: Description, seconds: number): string[] {
  return toolsAt(server, seconds).map(({ name }) => name)
}

/** When it was usable again, in seconds of the timetable. */
export function restartsOf({ faults }: Description): number[] {
  return faults.flatMap(({ mode, until }) => (!ANSWERING.has(mode) && until < FOREVER ? [until] : []))
}
