import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/server'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import type { GuardSession } from '../guard-session.ts'
import { AgentStream } from './agent-stream.ts'

/** Serves one agent over a transport, by default that of the process. Resolved when the agent has gone. */
export async function serveOverStdio(
  session: GuardSession,
  transport: Transport = new AgentStream(),
  signal?: AbortSignal,
): Promise<void> {
  await new Promise<void>((resolve) => {
    const watch = (message: JSONRPCMessage) => {
      session.watch(message)
      // What comes after the handshake is sent by an agent that has its answer.
      if (!('method' in message && message.method === 'initialize')) session.questions.reached()
    }
    const watched = new WatchedTransport(transport, watch, resolve)
    const serving = serveStdio(({ era }) => session.serve(era), { transport: watched })
    signal?.addEventListener('abort', () => void serving.close().finally(resolve))
  })
  await session.close()
}

/** Shows messages of the agent that the SDK answers itself: which resources it subscribes to. */
class WatchedTransport implements Transport {
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <T extends JSONRPCMessage>(message: T, extra?: MessageExtraInfo) => void
  readonly #inner: Transport
  readonly #watch: (message: JSONRPCMessage) => void
  readonly #closed: () => void

  constructor(inner: Transport, watch: (message: JSONRPCMessage) => void, closed: () => void) {
    this.#inner = inner
    this.#watch = watch
    this.#closed = closed
  }

  async start(): Promise<void> {
    this.#inner.onclose = () => {
      this.onclose?.()
      this.#closed()
    }
    this.#inner.onerror = (error) => this.onerror?.(error)
    this.#inner.onmessage = (message, extra) => {
      this.#watch(message)
      this.onmessage?.(message, extra)
    }
    await this.#inner.start()
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, options)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}
