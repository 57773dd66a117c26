import { writeAll } from 'assay-hook/run/standard-streams'
import { HttpFront } from '../agent/fronts/http-front.ts'
import { serveOverStdio } from '../agent/fronts/stdio-front.ts'
import { GuardSession } from '../agent/guard-session.ts'
import type { Command } from '../command-types.ts'
import { openParts, type Parts } from './parts.ts'
import { readRunOptions } from './run-options.ts'

/** Serves the servers that its options name, until the agent goes or the process is signalled to end. */
export const run: Command = async (given, surroundings) => {
  const options = readRunOptions(given, surroundings)
  for (const fault of options.faults) writeAll(2, `assay-guard: ${fault}\n`)
  const parts = openParts(options, surroundings)
  const ending = endOfProcess()
  sayErrors()
  try {
    if (options.port === null) await serveOverStdio(sessionOf(parts, options.servers), undefined, ending)
    else await serveOverHttp(parts, options.port, ending)
  } finally {
    await parts.close()
  }
  // A server that does not end holds nothing up.
  process.exit()
}

function sessionOf({ openUpstream, gate }: Parts, servers: Parts['servers']): GuardSession {
  return new GuardSession({ servers, openUpstream, gate })
}

async function serveOverHttp(parts: Parts, port: number, ending: AbortSignal): Promise<void> {
  const sessions = new Map([['/mcp', () => sessionOf(parts, parts.servers)]])
  for (const server of parts.servers) sessions.set(`/${server.name}/mcp`, () => sessionOf(parts, [server]))
  const front = new HttpFront({ port, sessions, otherwise: parts.page })
  const bound = await front.listen()
  writeAll(2, `assay-guard: http://127.0.0.1:${bound}/mcp\n`)
  await new Promise((resolve) => ending.addEventListener('abort', resolve))
  await front.close()
}

function endOfProcess(): AbortSignal {
  const ending = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ending.abort())
  return ending.signal
}

/** A mistake in what was done for one server must not take the others away: it is said, and nothing else. */
function sayErrors(): void {
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => writeAll(2, `assay-guard: ${mistakeText(error)}\n`))
}

/** Where it was made. What an error says may be of a call, as that of a text which is no JSON. */
export function mistakeText(error: unknown): string {
  const { name = 'error', stack = '' } = error instanceof Error ? error : {}
  const [, place] = /\n\s+at .*?([^/\\()\s]+:\d+:\d+)/.exec(stack) ?? []
  return `an unexpected ${name}${place === undefined ? '' : ` at ${place}`}; the servers are served all the same`
}
