import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../processes'
import { openPrograms } from './postgres-cluster'

/** The program on this machine; undefined: it is not installed. */
export const PGBOUNCER = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path))

/** A PgBouncer in transaction mode. */
export interface PgBouncer {
  /** The address of a database behind it. */
  urlOf(database: string): string
  /** Has it send what comes to another server. */
  pointTo(serverUrl: string): void
  stop(): void
}

/** Few, so that the sessions of a server are shared by many clients. */
const SERVER_SESSIONS = 4

/** Starts it before the server of this address. */
export async function openPgBouncer(serverUrl: string): Promise<PgBouncer> {
  const { owner, run } = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'assay-pgbouncer-'))
  const [settings, users, pidFile] = ['pgbouncer.ini', 'users.txt', 'pid'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const port = await freePort()
  const write = (url: string) =>
    writeFileSync(
      settings,
      `[databases]
* = host=127.0.0.1 port=${new URL(url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
admin_users = postgres
pool_mode = transaction
default_pool_size = ${SERVER_SESSIONS}
max_client_conn = 200
server_login_retry = 1
logfile = ${join(folder, 'log')}
pidfile = ${pidFile}
`,
    )
  writeFileSync(users, '"postgres" ""\n')
  write(serverUrl)
  if (owner !== null) execFileSync('chown', ['-R', owner, folder])
  run(PGBOUNCER ?? 'pgbouncer', '-q', '-d', settings)
  const signal = (name: NodeJS.Signals) => process.kill(Number(readFileSync(pidFile, 'utf8')), name)
  return {
    urlOf: (database) => `postgres://postgres@127.0.0.1:${port}/${database}`,
    pointTo: (url) => {
      write(url)
      signal('SIGHUP')
    },
    stop: () => {
      if (existsSync(pidFile)) signal('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
