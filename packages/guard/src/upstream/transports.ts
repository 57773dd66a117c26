import type { Readable } from 'node:stream'
import {
  SSEClientTransport,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
  StreamableHTTPClientTransport,
  type Transport,
} from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Launch } from '../servers/configured-server.ts'
import { callOfFetch } from './pending-call.ts'
import { watchedFetch } from './watched-fetch.ts'

/** An answer may be so large; the official client reads no more from a process either. */
export const LARGEST_MESSAGE_BYTES = STDIO_DEFAULT_MAX_BUFFER_SIZE

export interface TransportOptions {
  largestMessageBytes: number
  /** What a process writes to its standard error: goes where the guard's own goes, or nowhere. */
  stderr: 'inherit' | 'ignore'
}

// A stream of notifications that broke off is opened again for some minutes; the official default is twice.
const RECONNECTION = {
  initialReconnectionDelay: 1000,
  maxReconnectionDelay: 30_000,
  reconnectionDelayGrowFactor: 1.5,
  maxRetries: 12,
}

/** How a server is reached. Nothing is started yet. `onStreamEnd`: the stream for a request ended without its answer. */
export function transportOf(launch: Launch, options: TransportOptions): Transport {
  if (launch.kind === 'stdio') return stdioTransport(launch, options)
  const url = new URL(launch.url)
  const requestInit = { headers: { ...launch.headers } }
  const watched = watchedFetch(options.largestMessageBytes)
  if (launch.transport === 'sse') return new SSEClientTransport(url, { requestInit, fetch: watched })
  const transport = new StreamableHTTPClientTransport(url, {
    requestInit,
    fetch: watched,
    reconnectionOptions: RECONNECTION,
  })
  const send = transport.send.bind(transport)
  transport.send = (message, sendOptions) => {
    const call = callOfFetch.getStore()
    const onRequestStreamEnd = sendOptions?.onRequestStreamEnd ?? (() => call?.streamEnded())
    return send(message, { ...sendOptions, onRequestStreamEnd })
  }
  return transport
}

function stdioTransport(
  { command, args, env, cwd }: Launch & { kind: 'stdio' },
  { largestMessageBytes, stderr }: TransportOptions,
): StdioClientTransport {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new StdioClientTransport({
    command,
    args: [...args],
    env: { ...Object.fromEntries(own), ...env },
    stderr,
    maxBufferSize: largestMessageBytes,
    ...(cwd === null ? {} : { cwd }),
  })
}

/** Whether a transport gave up its process by itself, as after a message over the limit. */
export function isGivenUp(transport: Transport): boolean {
  return transport instanceof StdioClientTransport && transport.pid === null
}

const END_SESSION_MS = 1000

/** Tells a server that a session is over, as far as it listens. */
export async function endSession(transport: Transport): Promise<void> {
  if (!(transport instanceof StreamableHTTPClientTransport) || transport.sessionId === undefined) return
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, END_SESSION_MS)
  })
  await Promise.race([transport.terminateSession().catch(() => {}), late])
  clearTimeout(timer)
}

/** Calls back once the process can say nothing more, though it may still run. */
export function whenMute(transport: Transport, onMute: () => void): void {
  if (!(transport instanceof StdioClientTransport)) return
  // The transport only tells when the process is gone. Without this member silence ends what waits.
  const { stdout } = (transport as unknown as { _process?: { stdout?: Readable } })._process ?? {}
  stdout?.once('end', onMute)
}
