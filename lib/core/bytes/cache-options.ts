/**
 * Options of an `LRUCache` of at most so many entries: it takes room as it fills, while one with `max` takes room for
 * all of them when it is made.
 */
export function atMostEntries(entries: number): { maxSize: number; sizeCalculation: () => number } {
  return { maxSize: entries, sizeCalculation: () => 1 }
}
