import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../processes'
import { openPrograms, signalAll } from './postgres-cluster'

/** A streaming replica of a Postgres of the bench's own. */
export interface PostgresReplica {
  url: string
  start(): void
  /** As a crash. */
  stop(): void
  freeze(): void
  thaw(): void
  /** Makes a primary of it. */
  promote(): void
  /** Has it follow another primary of its history, and starts it. */
  follow(primaryUrl: string): void
  remove(): void
}

/** Copies a running primary, and starts the copy as its replica. */
export async function openReplica(primaryUrl: string): Promise<PostgresReplica> {
  const { owner, run } = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'assay-replica-'))
  if (owner !== null) execFileSync('chown', ['-R', owner, folder])
  const data = join(folder, 'data')
  const port = await freePort()
  run('pg_basebackup', '-d', primaryUrl, '-D', data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
  const settings = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c hot_standby_feedback=on`
  let isRunning = false
  const replica: PostgresReplica = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start: () => {
      run('pg_ctl', 'start', '-s', '-w', '-t', '60', '-D', data, '-l', join(folder, 'server.log'), '-o', settings)
      isRunning = true
    },
    stop: () => {
      run('pg_ctl', 'stop', '-s', '-m', 'immediate', '-D', data)
      isRunning = false
    },
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    promote: () => run('pg_ctl', 'promote', '-s', '-w', '-D', data),
    follow: (url) => {
      if (isRunning) replica.stop()
      run('sh', '-c', `echo "primary_conninfo = '${url}'" >> ${join(data, 'postgresql.auto.conf')}`)
      replica.start()
    },
    remove: () => {
      signalAll(data, 'SIGCONT')
      if (isRunning) replica.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  replica.start()
  return replica
}
