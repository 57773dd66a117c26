import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'

/**
 * Items made one after the other, each from one of strangers. Whenever that took long, the next ones are made in
 * another turn of the event loop: requests are answered in between.
 */
export async function mapInTurns<Item, Made>(items: readonly Item[], make: (item: Item) => Made): Promise<Made[]> {
  const made: Made[] = []
  let began = performance.now()
  for (const item of items) {
    made.push(make(item))
    if (performance.now() - began < LONGEST_TURN_MS) continue
    await nextEventLoopTurn()
    began = performance.now()
  }
  return made
}

/** The most expensive text of a tool takes some milliseconds. */
const LONGEST_TURN_MS = 10

/** Repeats a step that handles up to `size` rows until one handles fewer; answers how many all of them handled. */
export async function repeatWhileFull(size: number, step: () => Promise<number>): Promise<number> {
  let total = 0
  for (;;) {
    const handled = await step()
    total += handled
    if (handled < size) return total
  }
}

/**
 * Repeats a step until it answers null, which says that nothing is left to do; answers the sums of what the steps
 * counted.
 */
export async function sumSteps<Counts extends Record<keyof Counts, number>>(
  zero: Counts,
  step: () => Promise<Counts | null>,
): Promise<Counts> {
  const total = { ...zero }
  for (;;) {
    const counted = await step()
    if (counted === null) return total
    for (const name in zero) total[name] = (total[name] + counted[name]) as Counts[typeof name]
  }
}

/**
 * Rows in pages of `size` in the order of their keys, from after `first` on; `list` answers the next page after a key.
 */
export async function* pagesByKey<Row, Key>(
  first: Key,
  size: number,
  list: (after: Key, size: number) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
): AsyncGenerator<Row[]> {
  let after = first
  for (;;) {
    const page = await list(after, size)
    const last = page.at(-1)
    if (last === undefined) return
    yield page
    if (page.length < size) return
    after = keyOf(last)
  }
}
