import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { AssayProcess } from '../programs/assay'
import { ask } from './callers'
import type { Machines } from './machines'

interface Fault {
  done: string
  /** Resolves once everything is as it was before, or as it will stay. */
  carryOut(machines: Machines): Promise<unknown>
}

/** As a supervisor waits, before it starts what ended. */
const STARTED_AFTER_MS = 2000
const AGAIN_WITHIN_MS = 120_000

async function killAndStart(one: AssayProcess | undefined): Promise<void> {
  await one?.kill()
  await wait(STARTED_AFTER_MS)
  await one?.start()
}

/** Every fault, in the order in which they are brought about, each under load. */
export const FAULTS = {
  api: {
    done: 'kill -9 of a process of the API, started again',
    carryOut: ({ apis }) => killAndStart(apis[0]),
  },
  worker: {
    done: 'kill -9 of a worker, started again',
    carryOut: ({ workers }) => killAndStart(workers[0]),
  },
  publisher: {
    done: 'kill -9 of the publisher, started again',
    carryOut: ({ publisher }) => killAndStart(publisher),
  },
  nats: {
    done: 'kill -9 of the NATS server that leads the stream, started again',
    carryOut: async ({ nats }) => {
      const leader = nats[await leaderOf(nats)]
      await leader?.kill()
      await wait(STARTED_AFTER_MS)
      await leader?.start()
      await until(() => isStreamWhole(nats))
    },
  },
  replica: {
    done: 'kill -9 of a replica, started again',
    carryOut: async (machines) => {
      const [replica] = machines.replicas
      replica?.kill()
      await wait(STARTED_AFTER_MS)
      await replica?.start()
      await until(() => haveReplicas(machines, ['used', 'ready']))
    },
  },
  primary: {
    done: 'kill -9 of the primary, a replica promoted',
    carryOut: async (machines) => {
      machines.killPrimary()
      await machines.promote()
      await until(() => haveReplicas(machines, ['used', 'primary']))
      await until(() => takesOutcomes(machines))
    },
  },
  rolling: {
    done: 'every process stopped and started again, one after the other',
    carryOut: async ({ apis, workers, publisher }) => {
      for (const one of [...apis, ...workers, publisher]) {
        await one.stop()
        await one.start()
      }
    },
  },
} as const satisfies Record<string, Fault>
export type FaultName = keyof typeof FAULTS
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[]

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + AGAIN_WITHIN_MS
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > deadline) throw new Error('it did not come back')
    await wait(100)
  }
}

const STREAM = 'assay-outcomes'

/** The place of the server that leads the stream: they are named n0, n1 and n2. */
async function leaderOf(nats: Machines['nats']): Promise<number> {
  const info = await nats[0]?.manage((jsm) => jsm.streams.info(STREAM))
  return Number(info?.cluster?.leader?.slice(1) ?? 0)
}

/** Whether all servers have all messages. */
async function isStreamWhole([first]: Machines['nats']): Promise<boolean> {
  const info = await first?.manage((jsm) => jsm.streams.info(STREAM))
  const others = info?.cluster?.replicas ?? []
  return others.length === 2 && others.every(({ current }) => current)
}

/** Whether every process of the API has its replicas in these states. */
async function haveReplicas({ apis }: Machines, wanted: readonly string[]): Promise<boolean> {
  const answers = await Promise.all(apis.map(({ url }) => fetch(`${url}/readyz`).then((answer) => answer.json())))
  const statesOf = ({ replicas }: { replicas?: { state: string }[] }) => replicas?.map(({ state }) => state).sort()
  return answers.every((answer) => statesOf(answer)?.join() === [...wanted].sort().join())
}

/** Whether every process of the API takes outcomes in. */
async function takesOutcomes({ apis, headers }: Machines): Promise<boolean> {
  const agent = new Agent()
  // Of an id that nobody knows: it is ignored.
  const body = JSON.stringify({ events: [{ toolId: 'bench/nobody/nothing', success: true, latencyMs: 1 }] })
  const answers = await Promise.all(apis.map(({ url }) => ask(agent, url, headers, { path: '/v1/ingest', body })))
  return answers.every(({ status }) => status === 200)
}
