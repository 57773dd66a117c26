import { startScript } from '../processes'
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
  const { line, stop } = startScript('bench/hostile/serve.ts', role, argument)
  const served = JSON.parse(await line) as ServedKinds
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
    stop,
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
