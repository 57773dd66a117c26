import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../processes'
import { openPrograms, settingsOf, signalAll } from './postgres'

/** A streaming replica of a Postgres of the bench's own. */
export interface PostgresReplica {
  url: string
  start(): Promise<void>
  /** As a crash. */
  stop(): void
  /** SIGKILL to all its processes. */
  kill(): void
  freeze(): void
  thaw(): void
  /** Makes a primary of it. */
  promote(): Promise<void>
  /** Has it follow another primary of its history, and starts it. */
  follow(primaryUrl: string): Promise<void>
  remove(): void
}

/** Copies a running primary, and starts the copy as its replica, with these settings besides. */
export async function openReplica(primaryUrl: string, own: readonly string[] = []): Promise<PostgresReplica> {
  const { owner, run, runAside } = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'assay-replica-'))
  if (owner !== null) execFileSync('chown', ['-R', owner, folder])
  const data = join(folder, 'data')
  const port = await freePort()
  run('pg_basebackup', '-d', primaryUrl, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
  const settings = settingsOf(port, folder, ['-c', 'hot_standby_feedback=on', ...own])
  let isRunning = false
  const replica: PostgresReplica = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: async () => {
      const log = join(folder, 'server.log')
      await runAside('pg_ctl', 'start', '-s', '-w', '-t', '60', '-D', data, '-l', log, '-o', settings)
      isRunning = true
    },
    stop: () => {
      run('pg_ctl', 'stop', '-s', '-m', 'immediate', '-D', data)
      isRunning = false
    },
    kill: () => {
      signalAll(data, 'SIGKILL')
      isRunning = false
    },
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    promote: () => runAside('pg_ctl', 'promote', '-s', '-w', '-D', data),
    follow: async (url) => {
      if (isRunning) replica.stop()
      run('sh', '-c', `echo "primary_conninfo = '${url}'" >> ${join(data, 'postgresql.auto.conf')}`)
      await replica.start()
    },
    remove: () => {
      signalAll(data, 'SIGCONT')
      if (isRunning) replica.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await replica.start()
  return replica
}
