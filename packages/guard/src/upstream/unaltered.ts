import { type Client, ProtocolError, type Transport } from '@modelcontextprotocol/client'
import { z } from 'zod'
import type { Members } from './upstream.ts'

/** The SDK reads this code as the one that later revisions have for the same. */
const RESOURCE_NOT_FOUND = -32_002
/** None that a server would send, so that it is read as it is. */
const STAND_IN = -3_200_200

/** Before the client is connected: an error of the server keeps its code on the way through the SDK. */
export function keepCodes(transport: Transport): void {
  transport.onmessage = (message) => {
    if ('error' in message && message.error.code === RESOURCE_NOT_FOUND) message.error.code = STAND_IN
  }
}

/** The error of a server as it was sent. */
export function asSent(error: unknown): unknown {
  if (!(error instanceof ProtocolError) || error.code !== STAND_IN) return error
  return new ProtocolError(RESOURCE_NOT_FOUND, error.message, error.data)
}

/**
 * The progress of requests, by a token for each. The SDK's own forgets a request when its answer has been read, and with
 * it the progress that was read together with the answer.
 */
export class ProgressTokens {
  readonly #handlers = new Map<string, (progress: Members) => void>()
  #count = 0

  constructor(client: Client) {
    client.setNotificationHandler(
      'notifications/progress',
      { params: z.looseObject({}) },
      ({ progressToken, ...rest }) => this.#handlers.get(String(progressToken))?.(rest),
    )
  }

  /** Params that ask for progress; `forget` when it is answered. */
  asking(params: Members, onProgress: (progress: Members) => void): { params: Members; forget: () => void } {
    const progressToken = `guard-${++this.#count}`
    this.#handlers.set(progressToken, onProgress)
    const { _meta: meta } = params
    return {
      params: { ...params, _meta: { ...(typeof meta === 'object' && meta), progressToken } },
      forget: () => this.#handlers.delete(progressToken),
    }
  }
}
