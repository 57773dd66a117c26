import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface McpServers {
  origins: readonly string[]
  /** One line of a catalog for each: `good/good-0`. */
  catalogLines: readonly string[]
  stop(): Promise<void>
}

/** Starts the servers of a role in a process of their own, so that hostile ones do not slow down good ones. */
export async function startMcpServers(role: 'good' | 'hostile', argument: string): Promise<McpServers> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'bench/hostile/serve.ts', role, argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [line] = await Promise.race([
    once(createInterface(child.stdout), 'line'),
    ended.then(() => Promise.reject(new Error(`the ${role} servers ended before they were ready`))),
  ])
  const ports = JSON.parse(line) as Record<string, number>
  const origin = (port: number) => `http://127.0.0.1:${port}`
  return {
    origins: Object.values(ports).map(origin),
    catalogLines: Object.entries(ports).map(([name, port]) =>
      JSON.stringify({
        registry: role,
        server: name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
        remotes: [{ type: 'streamable-http', url: `${origin(port)}/mcp` }],
      }),
    ),
    stop: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}
