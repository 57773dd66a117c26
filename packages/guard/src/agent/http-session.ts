/** As long as a message over stdio may be, in bytes. */
export const LONGEST_BODY = 10 * 1024 * 1024
/** An agent that asked nothing for so long, and listens to nothing, has gone: not every one says so. */
export const IDLE_MS = 30 * 60_000
const SWEEP_MS = 60_000

/** A session that ends when nobody uses it. */
export interface IdleSession {
  /** When it was used last, in ms since 1970. */
  usedAt: number
  isBusy(): boolean
  close(): Promise<void>
}

/** Ends what nobody uses. */
export class IdleSessions<Session extends IdleSession> extends Map<string, Session> {
  readonly #sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref()

  async closeAll(): Promise<void> {
    clearInterval(this.#sweeping)
    const sessions = [...this.values()]
    this.clear()
    await Promise.all(sessions.map((session) => session.close()))
  }

  #sweep(): void {
    for (const [key, session] of this) {
      if (session.isBusy() || Date.now() - session.usedAt < IDLE_MS) continue
      this.delete(key)
      void session.close()
    }
  }
}
