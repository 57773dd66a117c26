import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { BenchCannotRun } from '../bench'
import { freePort } from '../processes'

/** A Postgres of the bench's own, which it may stop, freeze and starve. */
export interface Postgres {
  url: string
  /** The folder of its files. */
  data: string
  /** Whether its files are on a small disk of their own, which can be filled. */
  isOnSmallDisk: boolean
  start(): void
  /** As a crash: nothing is written before the end. */
  stop(): void
  /** SIGKILL to all its processes. */
  kill(): void
  isRunning(): boolean
  /** SIGSTOP and SIGCONT to all its processes. */
  freeze(): void
  thaw(): void
  fillDisk(): void
  freeDisk(): void
  remove(): void
}

const DISK_MEGABYTES = 320
/** For the small disk. */
const SMALL = ['-c', 'max_wal_size=64MB', '-c', 'min_wal_size=32MB']

/**
 * Creates and starts it. Where it has settings of its own its disk is that of the machine. Throws `BenchCannotRun`
 * where Postgres' programs are missing.
 */
export async function openPostgres(own: readonly string[] | null = null): Promise<Postgres> {
  const { owner, run } = openPrograms()
  const folder = mkdtempSync(join(tmpdir(), 'assay-postgres-'))
  const isOnSmallDisk = own === null && owner !== null && mountSmallDisk(folder)
  const data = join(folder, 'data')
  mkdirSync(data)
  if (owner !== null) execFileSync('chown', ['-R', owner, folder])
  run('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale', 'C.UTF-8', '--no-sync')
  const port = await freePort()
  const settings = settingsOf(port, folder, own ?? SMALL)
  const filling = join(folder, 'filling')
  const cluster: Postgres = {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    data,
    isOnSmallDisk,
    start: () =>
      run('pg_ctl', 'start', '-s', '-w', '-t', '60', '-D', data, '-l', join(folder, 'server.log'), '-o', settings),
    stop: () => run('pg_ctl', 'stop', '-s', '-m', 'immediate', '-D', data),
    kill: () => signalAll(data, 'SIGKILL'),
    isRunning: () => pidsOf(data).length > 0,
    freeze: () => signalAll(data, 'SIGSTOP'),
    thaw: () => signalAll(data, 'SIGCONT'),
    fillDisk: () => fill(filling),
    freeDisk: () => rmSync(filling, { force: true }),
    remove: () => {
      signalAll(data, 'SIGCONT')
      if (cluster.isRunning()) cluster.stop()
      if (isOnSmallDisk) execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
  cluster.start()
  return cluster
}

/** Words of a server's start: at this port of loopback, with its socket in this folder. */
export function settingsOf(port: number, folder: string, own: readonly string[]): string {
  const place = ['-p', port, '-c', 'listen_addresses=127.0.0.1', '-c', `unix_socket_directories=${folder}`]
  return [...place, ...own].join(' ')
}

interface Programs {
  owner: string | null
  /** The folder of the programs. */
  bin: string
  run(program: string, ...args: string[]): void
  /** As `run`, while this process goes on with other work. */
  runAside(program: string, ...args: string[]): Promise<void>
}

/**
 * What runs Postgres' programs, as a user who is not root, as they refuse root. Throws `BenchCannotRun` where they are
 * missing.
 */
export function openPrograms(): Programs {
  const bin = findPrograms()
  const isRoot = process.getuid?.() === 0
  const owner = isRoot ? (spawnSync('id', ['postgres']).status === 0 ? 'postgres' : 'nobody') : null
  const wordsOf = (program: string, args: readonly string[]): [string, string[]] => {
    const command = [existsSync(join(bin, program)) ? join(bin, program) : program, ...args]
    const [file = '', ...rest] = owner === null ? command : ['runuser', '-u', owner, '--', ...command]
    return [file, rest]
  }
  return {
    owner,
    bin,
    run: (program, ...args) => {
      execFileSync(...wordsOf(program, args), IGNORED)
    },
    runAside: async (program, ...args) => {
      const [status] = await once(spawn(...wordsOf(program, args), IGNORED), 'exit')
      if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}`)
    },
  }
}

/** Not piped: a server that pg_ctl leaves behind would keep the pipe open. */
const IGNORED = { cwd: '/', stdio: 'ignore' } as const

function findPrograms(): string {
  const versions = '/usr/lib/postgresql'
  const installed = existsSync(versions) ? readdirSync(versions).map((version) => join(versions, version, 'bin')) : []
  const folders = [...installed.reverse(), ...(process.env.PATH ?? '').split(delimiter)]
  const found = folders.find((folder) =>
    ['initdb', 'pg_ctl', 'postgres'].every((name) => existsSync(join(folder, name))),
  )
  if (found === undefined) throw new BenchCannotRun('initdb, pg_ctl and postgres are needed: install PostgreSQL')
  return found
}

function mountSmallDisk(folder: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MEGABYTES}m`, 'tmpfs', folder]).status === 0
}

/** Until nothing more can be written, while the server writes too. */
function fill(path: string): void {
  const file = openSync(path, 'w')
  const block = Buffer.alloc(4096)
  try {
    while (writeSync(file, block) > 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOSPC') throw cause
  } finally {
    closeSync(file)
  }
}

/** The server's main process, which its data folder names, and its children. */
function pidsOf(data: string): number[] {
  const path = join(data, 'postmaster.pid')
  const main = existsSync(path) ? Number(readFileSync(path, 'utf8').split('\n')[0]) : Number.NaN
  if (Number.isNaN(main) || !existsSync(`/proc/${main}`)) return []
  const children = spawnSync('pgrep', ['-P', String(main)], { encoding: 'utf8' }).stdout.split('\n')
  return [main, ...children.filter((pid) => pid !== '').map(Number)]
}

export function signalAll(data: string, signal: NodeJS.Signals): void {
  for (const pid of pidsOf(data)) process.kill(pid, signal)
}
