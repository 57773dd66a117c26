/** Work that is left over from one turn of the event loop: one piece in each, in the order of their coming. */
const waiting: (() => void)[] = []

/** Does a piece of work after what else this process has to do. */
export function takeTurn(work: () => void): void {
  waiting.push(work)
  if (waiting.length === 1) setImmediate(next)
}

function next(): void {
  const [work] = waiting
  try {
    work?.()
  } finally {
    waiting.shift()
    if (waiting.length > 0) setImmediate(next)
  }
}
