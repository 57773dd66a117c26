import type { ServerKey } from 'assay-decide/bundle'
import { testKey } from 'assay-decide/holder/test-service'
import { endpointNameOf, serverKey } from 'assay-decide/names'
import { TestAssay } from 'assay-hook/test-assay'
import { FORECAST_WEIGHTS } from 'assay-verify/forecast/forecast-model'
import { needsRecheck, type ServerState, updateServerState } from 'assay-verify/state/server-state'
import { stateEntryOf } from '../../../lib/bundle/rules/state-entry'
import { intervalFactor } from '../../../lib/core/evidence/probe-interval'
import { randomFrom } from '../../../training/random'
import { weekOfProbes } from '../../rated-catalog'
import { modeAt } from './description.mjs'
import { addressOf } from './direct-host'
import type { Fleet } from './fleet'
import type { PlannedServer } from './plan'

const INTERVAL_MS = 300_000
const RECHECK_MS = 20_000
const PUBLISHED_EVERY_MS = 60_000
/** What is down when the timetable begins went down so long before. */
const DOWN_FOR_MS = 3_600_000
/** What a check of a server, which calls no tool, finds. */
const SEEN: ReadonlySet<string | null> = new Set(['down', 'stopped', 'mute', 'status-500'])

interface Watched {
  server: PlannedServer
  key: ServerKey
  state: ServerState
  dueAt: number
}

/**
 * A service that knows the servers over HTTP: each is checked every five minutes and rated by the service's own rules,
 * from its true state; a bundle is signed each minute. What a check costs, and the way to it, takes no time here.
 */
export async function openOracle(fleet: Fleet): Promise<{ url: string; close(): Promise<void> }> {
  const assay = await TestAssay.start(await testKey())
  const startedAt = Date.now()
  const random = randomFrom(3)
  const overHttp = fleet.servers.filter(({ port }) => port !== null)
  const watched = await Promise.all(
    overHttp.map(async (server): Promise<Watched> => {
      const { serverState } = weekOfProbes(new Date(startedAt - DOWN_FOR_MS), 'answered')
      const dueAt = startedAt - DOWN_FOR_MS + random() * INTERVAL_MS
      return { server, key: await keyOf(server), state: serverState, dueAt }
    }),
  )
  const publish = async () => {
    const now = Date.now()
    for (const one of watched) checkDue(one, now, fleet)
    assay.bundle.now = now
    await assay.bundle.publish(watched.map((one) => publishedOf(one, now)))
  }
  await publish()
  const timer = setInterval(() => publish().catch(console.error), PUBLISHED_EVERY_MS)
  return {
    url: assay.url,
    close: async () => {
      clearInterval(timer)
      await assay.close()
    },
  }
}

async function keyOf(server: PlannedServer): Promise<ServerKey> {
  return serverKey({ kind: 'url', name: endpointNameOf(addressOf(server)) ?? '' })
}

function checkDue(one: Watched, now: number, fleet: Fleet): void {
  while (one.dueAt <= now) {
    const observedAt = new Date(one.dueAt)
    // What is down from the beginning on was so before, too.
    const seconds = Math.max(fleet.seconds(), 0) - (now - one.dueAt) / 1000
    const isAnswered = !SEEN.has(modeAt(one.server, seconds))
    const reason = isAnswered ? ('answered' as const) : ('timed_out' as const)
    const seen = { latencyMs: isAnswered ? 300 : null, httpStatus: null, vantage: 'bench' }
    const { serverState } = updateServerState(one.state, { observedAt, reason, ...seen })
    const isSoon = needsRecheck(one.state, serverState)
    one.state = serverState
    one.dueAt += isSoon ? RECHECK_MS : INTERVAL_MS * intervalFactor('endpoint', serverState, observedAt)
  }
}

function publishedOf({ server, key, state, dueAt }: Watched, now: number) {
  const evidence = {
    ...{ serverState: state, declaredAccess: 'open' as const, own: null, unsafe: null, open: [], removed: [] },
    ...{ endpointDueAt: new Date(dueAt), otherDueAt: null },
  }
  const entry = stateEntryOf(evidence, new Date(now), FORECAST_WEIGHTS)
  return { id: `bench/${server.name}`, title: server.name, keys: [key], tools: {}, state: entry }
}
