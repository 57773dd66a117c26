import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { type AddressInfo, connect, createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { ProcessCommand } from '../core/catalog/process-command'
import { REFERENCE_SERVERS, type ReferenceName, referencePackage, referenceStdioUrl } from './reference'
import { SourceUnavailable } from './source'
import { SupervisedProcess } from './supervised-process'

const LOOPBACK = '127.0.0.1'
/** How long the start waits for the everything server to listen; after that its supervisor goes on alone. */
const LISTENING_WITHIN_MS = 15_000
const POLL_EVERY_MS = 50

export interface ReferenceServersOptions {
  /** Loopback port of the everything server. If it is in use, a free one is used and logged. */
  port: number
  /** false: an everything server that ended is not started again, so that its tools can be watched going down. */
  restart: boolean
  log: (line: string) => void
  /** Where the temporary folders are made: `os.tmpdir()`. */
  workDir: string
}

/** The reference servers of this process. */
export interface ReferenceServers {
  /** Where the everything server listens; its MCP endpoint is `<origin>/mcp`. */
  origin: string
  /** What to start for `stdio:<server id>`. */
  stdioCommands: ReadonlyMap<string, ProcessCommand>
  /** undefined while it does not run. */
  everythingPid(): number | undefined
  /** Ends the everything server, by SIGKILL if needed, and removes the temporary folders. Can be called twice. */
  close(): Promise<void>
}

/**
 * Runs the everything server over streamable HTTP on loopback, and gives the commands that start the others over stdio.
 * Each has an temporary folder of its own and an environment without this process's variables. Resolves when the
 * everything server listens, or does not in time. Throws `SourceUnavailable` where a package is not installed.
 *
 * With `restart: false`, kill `everythingPid()` to see its tools go down, and start it by hand on the same port to see
 * them recover:
 *
 *     PORT=3901 node node_modules/@modelcontextprotocol/server-everything/dist/index.js streamableHttp
 *
 * (Started by hand it listens on every interface; started here, on 127.0.0.1 only.) If this process is killed, the
 * everything server sees the end of its stdin, removes the folders and ends.
 */
export async function startReferenceServers(options: ReferenceServersOptions): Promise<ReferenceServers> {
  const scripts = await resolveScripts()
  const port = await freePort(options.port, options.log)
  const root = await mkdtemp(join(options.workDir, 'assay-reference-'))
  const folders = await makeFolders(root)
  const script = scripts['server-everything']
  const everything = new SupervisedProcess({
    name: 'The everything reference server',
    command: {
      command: process.execPath,
      args: ['--import', guardModule(root), script, 'streamableHttp'],
      cwd: folders['server-everything'],
      env: { ...BARE_ENVIRONMENT, PORT: String(port) },
    },
    restart: options.restart,
    hint: `By hand: PORT=${port} node ${script} streamableHttp`,
    log: options.log,
  })
  if (!(await listens(port, everything, options.restart)))
    options.log(`The everything reference server does not listen on port ${port} yet; the start goes on without it.`)
  return {
    origin: `http://${LOOPBACK}:${port}`,
    stdioCommands: stdioCommands(scripts, folders),
    everythingPid: () => everything.pid,
    async close() {
      await everything.close()
      await rm(root, { recursive: true, force: true })
    },
  }
}

// The everything server has a tool that prints its environment, which must hold no secret.
const BARE_ENVIRONMENT = { PATH: dirname(process.execPath) }

type PerServer = Record<ReferenceName, string>

function perServer(entries: (readonly [ReferenceName, string])[]): PerServer {
  return Object.fromEntries(entries) as PerServer
}

function stdioCommands(scripts: PerServer, folders: PerServer): ReadonlyMap<string, ProcessCommand> {
  const command = (name: ReferenceName, args: string[], env: Record<string, string>): [string, ProcessCommand] => [
    referenceStdioUrl(name),
    {
      command: process.execPath,
      args: [scripts[name], ...args],
      cwd: folders[name],
      env: { ...BARE_ENVIRONMENT, ...env },
    },
  ]
  return new Map([
    command('server-filesystem', [folders['server-filesystem']], {}),
    command('server-memory', [], { MEMORY_FILE_PATH: join(folders['server-memory'], 'memory.jsonl') }),
    command('server-sequential-thinking', [], {}),
  ])
}

/** The script that each package names as its command, wherever the package is installed. */
async function resolveScripts(): Promise<PerServer> {
  const { resolve } = createRequire(import.meta.url)
  const PackageJson = z.object({ bin: z.record(z.string(), z.string()) })
  const entries = REFERENCE_SERVERS.map(async ({ name }) => {
    try {
      const path = resolve(`${referencePackage(name)}/package.json`)
      const { bin } = PackageJson.parse(JSON.parse(await readFile(path, 'utf8')))
      return [name, join(dirname(path), z.string().parse(bin[`mcp-${name}`]))] as const
    } catch (cause) {
      throw new SourceUnavailable(`The package ${referencePackage(name)} is not installed.`, { cause })
    }
  })
  return perServer(await Promise.all(entries))
}

async function makeFolders(root: string): Promise<PerServer> {
  const entries = REFERENCE_SERVERS.map(async ({ name }) => {
    const folder = join(root, name)
    await mkdir(folder)
    return [name, folder] as const
  })
  const folders = perServer(await Promise.all(entries))
  await fillExample(folders['server-filesystem'])
  return folders
}

/**
 * What the example arguments of the filesystem server's tools name (`exampleArguments`), so that they work when called.
 */
async function fillExample(folder: string): Promise<void> {
  await mkdir(join(folder, 'example'))
  await writeFile(join(folder, 'example.txt'), 'An example text.\n')
}

/**
 * A module loaded before the everything server's own. By default that server listens on every interface and outlives
 * its parent; this module binds it to loopback and ends it with this process.
 */
function guardModule(root: string): string {
  const source = `
    import { rmSync } from 'node:fs'
    import { Server } from 'node:net'
    const listen = Server.prototype.listen
    Server.prototype.listen = function (port, ...rest) {
      return listen.call(this, port, '${LOOPBACK}', ...rest.filter((item) => typeof item === 'function'))
    }
    const end = () => {
      try { rmSync(${JSON.stringify(root)}, { recursive: true, force: true }) } finally { process.exit(0) }
    }
    process.stdin.on('end', end).on('error', end).resume()`
  return `data:text/javascript,${encodeURIComponent(source)}`
}

/** `wanted` if it is free, else one that the system picks. */
async function freePort(wanted: number, log: (line: string) => void): Promise<number> {
  const port = await tryPort(wanted)
  if (port !== null) return port
  const other = await tryPort(0)
  if (other === null) throw new SourceUnavailable('No port is free on loopback.')
  log(`Port ${wanted} is in use; the everything reference server uses ${other}.`)
  return other
}

/** The port that could be listened on, or null. */
function tryPort(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ port, host: LOOPBACK, exclusive: true }, () => {
      const { port: got } = server.address() as AddressInfo
      server.close(() => resolve(got))
    })
  })
}

/** Whether the everything server accepts a connection in time; false also when it ended and is not restarted. */
async function listens(port: number, everything: SupervisedProcess, restart: boolean): Promise<boolean> {
  const deadline = performance.now() + LISTENING_WITHIN_MS
  while (performance.now() < deadline) {
    const runs = everything.pid !== undefined
    if (runs && (await connects(port))) return true
    if (!runs && !restart) return false
    await pause(POLL_EVERY_MS)
  }
  return false
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: LOOPBACK })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
