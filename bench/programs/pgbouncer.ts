import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { freePort } from '../processes'
import { openPrograms } from './postgres'

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

interface PgBouncerOptions {
  /** Sessions of each database. By default few, so that they are shared by many clients. */
  sessions?: number
  /** A file of users with their passwords. Left out: whoever calls is trusted. */
  users?: string
}

/** Starts it before the server of this address, with the settings of deploy/ as far as they are not of its place. */
export async function openPgBouncer(
  serverUrl: string,
  { sessions = 4, users }: PgBouncerOptions = {},
): Promise<PgBouncer> {
  const { owner, run } = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'assay-pgbouncer-'))
  const [settings, pidFile, trusted] = [join(folder, 'pgbouncer.ini'), join(folder, 'pid'), join(folder, 'users.txt')]
  const port = await freePort()
  const write = (url: string) => {
    const own = {
      '*': `host=127.0.0.1 port=${new URL(url).port}`,
      listen_addr: '127.0.0.1',
      listen_port: port,
      auth_type: users === undefined ? 'trust' : 'scram-sha-256',
      auth_file: users ?? trusted,
      default_pool_size: sessions,
    }
    const text = readFileSync('deploy/pgbouncer/pgbouncer.ini', 'utf8')
    writeFileSync(settings, `${withSettings(text, own)}pidfile = ${pidFile}\nlogfile = ${join(folder, 'log')}\n`)
  }
  writeFileSync(trusted, '"postgres" ""\n')
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
      // It still writes while it ends.
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    },
  }
}

/** The text with these values. Throws where it does not have one of them. */
function withSettings(text: string, own: Readonly<Record<string, string | number>>): string {
  const lines = text.split('\n')
  for (const [name, value] of Object.entries(own)) {
    const at = lines.findIndex((line) => line.startsWith(`${name} = `))
    if (at === -1) throw new Error(`pgbouncer.ini has no ${name}`)
    lines[at] = `${name} = ${value}`
  }
  return lines.join('\n')
}
