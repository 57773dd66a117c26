/**
 * Statements of one kind in progress at once. Later calls wait for the next statement, so load makes batches larger,
 * not queues longer.
 */
const MAX_UNDER_WAY = 2
const MAX_KEYS = 500

interface Waiting<Value> {
  resolve(value: Value | undefined): void
  reject(cause: unknown): void
}

/** Turns a read of many keys into a read of one: calls made while statements are in progress share the next one. */
export function coalesced<Value>(
  load: (keys: string[]) => Promise<Map<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let queue = new Map<string, Waiting<Value>[]>()
  let underWay = 0
  let scheduled = false

  const run = async () => {
    scheduled = false
    if (queue.size === 0 || underWay >= MAX_UNDER_WAY) return
    const batch = takeFrom(queue)
    if (batch === queue) queue = new Map()
    underWay += 1
    try {
      const found = await load([...batch.keys()])
      for (const [key, waiting] of batch) for (const { resolve } of waiting) resolve(found.get(key))
    } catch (cause) {
      for (const waiting of batch.values()) for (const { reject } of waiting) reject(cause)
    } finally {
      underWay -= 1
      schedule()
    }
  }
  const schedule = () => {
    if (scheduled || queue.size === 0) return
    scheduled = true
    setImmediate(run)
  }
  return (key) =>
    new Promise((resolve, reject) => {
      const waiting = queue.get(key)
      if (waiting === undefined) queue.set(key, [{ resolve, reject }])
      else waiting.push({ resolve, reject })
      schedule()
    })
}

/** The whole queue where it fits one statement, else its first keys. */
function takeFrom<Value>(queue: Map<string, Waiting<Value>[]>): Map<string, Waiting<Value>[]> {
  if (queue.size <= MAX_KEYS) return queue
  const batch = new Map([...queue].slice(0, MAX_KEYS))
  for (const key of batch.keys()) queue.delete(key)
  return batch
}
