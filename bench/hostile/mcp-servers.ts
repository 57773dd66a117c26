import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { HOSTILE_PACKAGES } from './hostile-apis'
import type { RemoteType } from './mcp-answers'

export interface McpServers {
  origins: readonly string[]
  /** One line of a catalog for each: `good/good-0`. */
  catalogLines: readonly string[]
  stop(): Promise<void>
}

/** What `serve.ts` prints: by name. */
export type ServedKinds = Record<string, { port: number; type: RemoteType }>

/** Starts the servers of a role in a process of their own, so that hostile ones do not slow down good ones. */
export async function startMcpServers(role: 'good' | 'hostile' | 'index', argument: string): Promise<McpServers> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/hostile/serve.ts', role, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(`the ${role} servers ended before they were ready`))),
  ])
  const served = JSON.parse(line) as ServedKinds
  const origin = (port: number) => `http://127.0.0.1:${port}`
  return {
    origins: Object.values(served).map(({ port }) => origin(port)),
    catalogLines:
      role === 'index'
        ? packageLines()
        : Object.entries(served).map(([name, { port, type }]) =>
            JSON.stringify({
              registry: role,
              server: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
              remotes: [{ type, url: `${origin(port)}/mcp` }],
            }),
          ),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** A server for each package that the hostile index knows, in npm's form and in PyPI's. */
function packageLines(): string[] {
  return ['npm', 'pypi'].flatMap((registry) =>
    HOSTILE_PACKAGES.map((name) =>
      JSON.stringify({ registry: 'hostile', server: `${registry}-${name}`, packages: [{ registry, name }] }),
    ),
  )
}
