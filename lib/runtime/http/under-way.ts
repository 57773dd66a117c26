/**
 * What is under way, in no order; added to and removed from with every request. A Set would keep ended requests in
 * memory: its table is replaced every few requests, and the old one refers to the new one, so that one that outlived a
 * collection keeps all that follow, and the requests they held, until the next full collection.
 */
export class UnderWay<Item extends object> {
  readonly #items: (Item | undefined)[] = []
  readonly #free: number[] = []

  /** Answers the place to remove it from. */
  add(item: Item): number {
    const place = this.#free.pop() ?? this.#items.length
    this.#items[place] = item
    return place
  }

  /** Removes what was added at this place; once. */
  remove(place: number): void {
    this.#items[place] = undefined
    this.#free.push(place)
  }

  *[Symbol.iterator](): Generator<Item> {
    for (const item of this.#items) if (item !== undefined) yield item
  }
}
