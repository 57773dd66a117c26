import { type JSONRPCMessage, ProtocolError } from '@modelcontextprotocol/client'
import type { Members } from './upstream.ts'

/** The SDK reads this code as the one that later revisions have for the same. */
const RESOURCE_NOT_FOUND = -32_002
/** None that a server would send, so that it is read as it is. */
const STAND_IN = -3_200_200

/** A message that was received, before the SDK reads it: an error of the server keeps its code on the way through. */
export function keepCode(message: JSONRPCMessage): void {
  if ('error' in message && message.error.code === RESOURCE_NOT_FOUND) message.error.code = STAND_IN
}

/** The error of a server as it was sent. */
export function asSent(error: unknown): unknown {
  if (!(error instanceof ProtocolError) || error.code !== STAND_IN) return error
  return new ProtocolError(RESOURCE_NOT_FOUND, error.message, error.data)
}

/**
 * The progress of requests, by a token for each. The SDK's own forgets a request when its answer has been read, and
 * with it the progress that was read together with the answer.
 */
export class ProgressTokens {
  readonly #handlers = new Map<unknown, (progress: Members) => void>()
  #count = 0

  /** The params of a notification of progress. */
  handle({ progressToken, ...progress }: Members): void {
    this.#handlers.get(progressToken)?.(progress)
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
