import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type JetStreamManager, jetstreamManager } from '@nats-io/jetstream'
import { connect } from '@nats-io/transport-node'

/** Whether this machine has a NATS server, which Debian packages as nats-server. */
export const HAS_NATS = spawnSync('nats-server', ['--version']).status === 0

/** A NATS server with JetStream, in a process and a folder of its own. */
export interface TestNats {
  url: string
  /** undefined: it does not run. */
  pid(): number | undefined
  /** Starts it again where it was stopped, with what it stored. */
  start(): Promise<void>
  /** Kills it as a crash does. */
  kill(): Promise<void>
  /** With which the test looks at the stream beside the service. */
  manage<Result>(work: (jsm: JetStreamManager) => Promise<Result>): Promise<Result>
  /** Kills it and deletes what it stored. */
  close(): Promise<void>
}

/** `cluster`: names of its routes, for a server of a cluster. */
export async function openTestNats(words: readonly string[] = []): Promise<TestNats> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-nats-'))
  const port = await freePort()
  const url = `nats://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  const start = async () => {
    child = spawn('nats-server', ['-js', '-sd', folder, '-a', '127.0.0.1', '-p', String(port), ...words], {
      stdio: 'ignore',
    })
    await untilReady(url)
  }
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null
  const kill = async () => {
    if (child === undefined || !isRunning()) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  await start()
  return {
    url,
    pid: () => (isRunning() ? child?.pid : undefined),
    start,
    kill,
    manage: async (work) => {
      const connection = await connect({ servers: url })
      try {
        return await work(await jetstreamManager(connection))
      } finally {
        await connection.close()
      }
    },
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Three servers of one cluster, once a stream with three replicas can be made. */
export async function openTestCluster(): Promise<TestNats[]> {
  const ports = await Promise.all([freePort(), freePort(), freePort()])
  const routes = ports.map((port) => `nats://127.0.0.1:${port}`).join(',')
  const servers = await Promise.all(
    ports.map((port, n) =>
      openTestNats([
        '--name',
        `n${n}`,
        '--cluster_name',
        'test',
        '--cluster',
        `nats://127.0.0.1:${port}`,
        '--routes',
        routes,
      ]),
    ),
  )
  return servers
}

const READY_WITHIN_MS = 20_000

/** Until it answers for JetStream: of a cluster it does once the cluster has a leader. */
async function untilReady(url: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  for (;;) {
    try {
      const connection = await connect({ servers: url, timeout: 1000 })
      await connection.close()
      return
    } catch (cause) {
      if (performance.now() > deadline) throw cause
      await wait(50)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
