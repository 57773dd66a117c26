import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { WrongUse } from '../../../commands/command.mjs'
import { type Bench, numberFlag, type Print, round } from '../../bench'
import { withFolder } from '../../folder'
import { buildGuard } from '../build'
import { type DirectMode, directHost, reachOf } from './direct-host'
import { figuresOf, type HostFigures, restartWaits, times } from './figures'
import { type Fleet, startFleet } from './fleet'
import { guardHost } from './guard-host'
import type { Host } from './host'
import { startLoad } from './load'
import { openOracle } from './oracle'
import { isGood, planFleet } from './plan'

const DIRECT: Readonly<Record<string, DirectMode>> = {
  'direct-all': 'all',
  direct: 'settled',
  'direct-anew': 'reconnecting',
}
/**
 * A guard that sees the servers for the first time; one that saw them when all were good, without and with a service.
 */
const GUARDS = ['guard-first', 'guard', 'guard-oracle']
const HOSTS = [...Object.keys(DIRECT), ...GUARDS]
/** Good servers that are also called without the host, in the same period: of each transport so many. */
const CONTROLS = 4
const LEARNT_WITHIN_MS = 60_000

/**
 * A hundred servers in processes of their own that hang, refuse, fail, drift and restart by the timetable of a seed:
 * the
 * official client once for each server, beside the official client through the guard, without and with a service. Every
 * server is called once a second.
 */
export const bench: Bench = {
  flags: { hosts: HOSTS.join(), seconds: '120', seed: '1' },
  run: (flags, print) =>
    withFolder(async (folder) => {
      const hosts = (flags.hosts ?? '').split(',')
      const wrong = hosts.find((name) => !HOSTS.includes(name))
      if (wrong !== undefined) throw new WrongUse(`--hosts: ${wrong} is none of ${HOSTS.join(', ')}`)
      const built = hosts.some((name) => DIRECT[name] === undefined) ? await buildGuard(join(folder, 'built')) : ''
      const result: Record<string, unknown> = {}
      for (const name of hosts) {
        const settings = { seconds: numberFlag(flags, 'seconds'), seed: numberFlag(flags, 'seed'), built }
        result[name] = await measure(name, join(folder, name), settings, print)
        print(`${name}: ${JSON.stringify(result[name])}`)
      }
      return result
    }),
}

interface Settings {
  seconds: number
  seed: number
  built: string
}

interface Measured extends Partial<HostFigures> {
  /** null: there was none. */
  firstListSeconds: number | null
  /** When the host gave up, without any tool; null: it did not. */
  gaveUpAfterSeconds: number | null
  secondListSeconds: number | null
  /** Good servers called beside the host. */
  control?: { p50Ms: number; p99Ms: number }
  /** What came after each restart, where it took longer than ten seconds. */
  slowRestarts?: string[]
}

async function measure(name: string, folder: string, settings: Settings, print: Print): Promise<Measured> {
  mkdirSync(folder)
  const fleet = await startFleet(join(folder, 'fleet'), planFleet(settings.seed))
  const oracle = name === 'guard-oracle' ? await openOracle(fleet) : null
  const hosts: Host[] = []
  const open = () => {
    const host = hostOf(name, { fleet, folder, built: settings.built, service: oracle?.url ?? null })
    hosts.push(host)
    return host
  }
  try {
    const control = directHost(controlsOf(fleet), reachOf(fleet.command), 'settled')
    hosts.push(control)
    await control.start()
    if (GUARDS.indexOf(name) > 0) await learn(open(), fleet)
    fleet.begin()
    print(`${name}: begins`)
    const measured = await observe(open(), control, fleet, settings.seconds)
    await closeAll(hosts.splice(1))
    const second = name === 'direct-all' ? null : await secondsToList(open(), fleet)
    return { ...measured, secondListSeconds: second?.isListed ? second.seconds : null }
  } finally {
    await fleet.stop()
    await closeAll(hosts)
    await oracle?.close()
  }
}

/** A session in which the guard sees all servers: on a busy machine not all of them answer while it waits for them. */
async function learn(host: Host, { servers }: Fleet): Promise<void> {
  await host.start()
  const deadline = performance.now() + LEARNT_WITHIN_MS
  for (; host.offered().size < servers.length; await delay(500))
    if (performance.now() > deadline) throw new Error(`of ${servers.length} servers ${host.offered().size} are listed`)
  await host.close()
}

async function closeAll(hosts: readonly Host[]): Promise<void> {
  await Promise.allSettled(hosts.map((host) => host.close()))
}

function hostOf(name: string, given: { fleet: Fleet; folder: string; built: string; service: string | null }): Host {
  const { fleet } = given
  const { servers, command } = fleet
  const mode = DIRECT[name]
  return mode === undefined ? guardHost(servers, { ...given, command }) : directHost(servers, reachOf(command), mode)
}

function controlsOf({ servers }: Fleet) {
  return (['stdio', 'http'] as const).flatMap((transport) =>
    servers.filter((server) => isGood(server) && server.transport === transport).slice(0, CONTROLS),
  )
}

async function observe(host: Host, control: Host, fleet: Fleet, seconds: number): Promise<Measured> {
  const load = startLoad(host, fleet)
  const beside = startLoad(control, { ...fleet, servers: controlsOf(fleet) })
  const started = secondsToList(host, fleet)
  const early = await Promise.race([started, delay(seconds * 1000, null)])
  if (early?.isListed) await delay(Math.max(0, seconds - fleet.seconds()) * 1000)
  load.stop()
  beside.stop()
  const none = { firstListSeconds: null, secondListSeconds: null, gaveUpAfterSeconds: null }
  if (!early?.isListed) return { ...none, gaveUpAfterSeconds: early?.seconds ?? null }
  const slow = restartWaits(load.calls, fleet.servers, seconds).filter(({ wait }) => wait === null || wait > 10)
  const lists = load.lists.filter(({ at }) => at > early.seconds)
  return {
    ...none,
    firstListSeconds: early.seconds,
    ...figuresOf(load.calls, lists, fleet.servers, { seconds, firstListSeconds: early.seconds }),
    control: times(beside.calls.filter(({ end }) => end === 'answered').map(({ ms }) => ms)),
    slowRestarts: slow.map(({ server, wait }) => `${server.name}: ${wait === null ? 'never' : round(wait, 1)}`),
  }
}

/** How long a host took until it had its list, or had given up. */
async function secondsToList(host: Host, fleet: Fleet): Promise<{ seconds: number; isListed: boolean }> {
  const beganAt = fleet.seconds()
  const isListed = await host.start().then(
    () => true,
    () => false,
  )
  return { seconds: round(fleet.seconds() - beganAt, 2), isListed }
}
