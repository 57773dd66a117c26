import type { Inbound } from './connect.ts'
import type { Connection } from './connection.ts'
import type { Defined } from './definitions.ts'
import type { Members, UpstreamEvents } from './upstream.ts'

/** The lists that a notification says changed. */
const CHANGED_BY: Readonly<Record<string, readonly Defined[]>> = {
  'notifications/tools/list_changed': ['tools'],
  'notifications/prompts/list_changed': ['prompts'],
  'notifications/resources/list_changed': ['resources', 'resourceTemplates'],
}

/** What a server sends of its own accord goes to the agent, but for changes of its lists: those are read first. */
export class Inbox implements Inbound {
  /** null: it still starts. */
  connection: Connection | null = null
  readonly #events: UpstreamEvents
  readonly #onChanged: (connection: Connection, lists: readonly Defined[]) => void

  constructor(events: UpstreamEvents, onChanged: (connection: Connection, lists: readonly Defined[]) => void) {
    this.#events = events
    this.#onChanged = onChanged
  }

  request(request: { method: string; params?: Members }, signal: AbortSignal): Promise<Members> {
    const answer = this.#events.onRequest(request, signal)
    return this.connection?.heldFor(answer) ?? answer
  }

  notification(notification: { method: string; params?: Members }): void {
    const { method, params } = notification
    if (method === 'notifications/progress') {
      this.connection?.progress(params ?? {})
      return
    }
    if (method === 'notifications/message') this.connection?.sign()
    const lists = Object.hasOwn(CHANGED_BY, method) ? CHANGED_BY[method] : undefined
    if (lists === undefined) this.#events.onNotification(notification)
    else if (this.connection !== null) this.#onChanged(this.connection, lists)
  }
}
