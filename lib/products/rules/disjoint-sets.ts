/** Disjoint sets of ids, each known by one of its members. */
export class DisjointSets {
  readonly #above = new Map<string, string>()

  of(id: string): string {
    let top = id
    for (let above = this.#above.get(top); above !== undefined; above = this.#above.get(top)) top = above
    for (let one = id; one !== top; ) {
      const next = this.#above.get(one) ?? top
      this.#above.set(one, top)
      one = next
    }
    return top
  }

  join(one: string, other: string): void {
    const [first, second] = [this.of(one), this.of(other)]
    if (first !== second) this.#above.set(second, first)
  }
}
