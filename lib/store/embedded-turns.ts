import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import type { PGlite } from '@electric-sql/pglite'

/** The embedded database may work for so long before requests and timers have a turn. */
const LONGEST_WORK_MS = 15

/**
 * Lets other work have a turn of the event loop between the messages to an embedded database. It computes on the main
 * thread and answers within the turn, so that without this all statements of a transaction would run in one.
 */
export function giveTurns(client: Pick<PGlite, 'execProtocolRaw'>): void {
  const execute = client.execProtocolRaw.bind(client)
  let turnAt = performance.now()
  client.execProtocolRaw = async (...given) => {
    const answer = await execute(...given)
    if (performance.now() - turnAt >= LONGEST_WORK_MS) {
      await nextEventLoopTurn()
      turnAt = performance.now()
    }
    return answer
  }
}
