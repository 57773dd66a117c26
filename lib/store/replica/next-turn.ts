let turn: Promise<void> | undefined

/**
 * Resolves at the end of this turn of the event loop. Reads that arrive in one turn continue together, so that their
 * answers are sent together: a peer on this machine wakes up once for all of them, where each wake-up costs more than
 * the read.
 */
export function nextEventLoopTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}
