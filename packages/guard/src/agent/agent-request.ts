import { LOG_LEVEL_META_KEY, type ServerContext } from '@modelcontextprotocol/server'
import type { AgentIdentity, Members } from '../upstream/upstream.ts'
import { ANY_RESULT } from './members.ts'

export interface Message {
  method: string
  params?: Members | undefined
}

/** How a request of a server is put to the agent. */
export interface AskOptions {
  signal: AbortSignal
  /** Called for each progress of the agent on it; undefined: the server wants none. */
  onProgress: ((progress: Members) => void) | undefined
}

/** A request of the agent. */
export interface AgentRequest {
  method: string
  /** As the agent sent them, but for what only describes the agent itself. */
  params: Members
  era: AgentIdentity['era']
  /** The agent wants messages of the log from this level on during the request; null: it does not say. */
  logLevel: string | null
  signal: AbortSignal
  /** Tells the agent something in connection with this request. */
  tell(notification: Message): void
  /** Asks the agent something in connection with this request. Only with a handshake. */
  ask(request: Message, options: AskOptions): Promise<Members>
}

/** How long the agent may take: a person may have to answer. Longer than any timer can be set for is endless. */
export const ENDLESS_MS = 2 ** 31 - 1

export function agentRequest(request: Message, context: ServerContext, era: AgentIdentity['era']): AgentRequest {
  const { inputResponses, requestState, signal, notify, send } = context.mcpReq
  const envelope: Members = { ...context.mcpReq.envelope }
  const logLevel = envelope[LOG_LEVEL_META_KEY]
  const state = requestState()
  return {
    method: request.method,
    params: {
      ...request.params,
      ...(inputResponses !== undefined && { inputResponses }),
      ...(state !== undefined && { requestState: state }),
    },
    era,
    logLevel: typeof logLevel === 'string' ? logLevel : null,
    signal,
    tell: (notification) => void notify(notification).catch(() => undefined),
    ask: (asked, options) => send(asked, ANY_RESULT, askOptions(options)),
  }
}

export function askOptions({ signal, onProgress }: AskOptions) {
  const onprogress = onProgress && ((progress: object) => onProgress({ ...progress }))
  return { signal, timeout: ENDLESS_MS, ...(onprogress && { onprogress }) }
}
