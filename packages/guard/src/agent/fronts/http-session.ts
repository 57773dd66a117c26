/** As long as a message over stdio may be, in bytes. */
export const LONGEST_BODY = 10 * 1024 * 1024
/** An agent that asked nothing for so long, and listens to nothing, has gone: not every one says so. */
export const IDLE_MS = 30 * 60_000
const SWEEP_MS = 60_000
/** Each has servers of its own. */
const MOST_SESSIONS = 100

/** A session that ends when nobody uses it. */
export interface IdleSession {
  /** When it was used last, in ms since 1970. */
  usedAt: number
  isBusy(): boolean
  close(): Promise<void>
}

/** Ends what nobody uses, and, where there are too many, what was not used for longest. */
export class IdleSessions<Session extends IdleSession> extends Map<string, Session> {
  readonly #sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref()

  /** Whether there is room for one more; false: all that there may be are at work. */
  makeRoom(most = MOST_SESSIONS): boolean {
    if (this.size < most) return true
    const idle = [...this].filter(([, session]) => !session.isBusy())
    const [oldest] = idle.toSorted(([, one], [, other]) => one.usedAt - other.usedAt)
    if (oldest === undefined) return false
    this.#end(...oldest)
    return true
  }

  async closeAll(): Promise<void> {
    clearInterval(this.#sweeping)
    const sessions = [...this.values()]
    this.clear()
    await Promise.all(sessions.map((session) => session.close()))
  }

  #sweep(): void {
    for (const [key, session] of this) {
      if (!session.isBusy() && Date.now() - session.usedAt >= IDLE_MS) this.#end(key, session)
    }
  }

  #end(key: string, session: Session): void {
    this.delete(key)
    void session.close()
  }
}

/** An answer that is an error of JSON-RPC without a request. */
export function refused(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', error: { code, message }, id: null }, { status })
}

export const tooMany = () => refused(503, -32_000, 'Too many sessions are at work')
