/** A sentence that pages say. `{time}` in it is an instant, shown as a relative time with the exact one behind it. */
export interface Sentence<Facts> {
  /** In which case it is said. */
  when: string
  /** Facts of an example. */
  example: Facts
  say(facts: Facts): string
}

/** Names the types of a sentence by its example. */
export function sentence<Facts>(when: string, example: Facts, say: (facts: Facts) => string): Sentence<Facts> {
  return { when, example, say }
}

/** The same without facts. */
export function fixed(when: string, text: string): Sentence<null> {
  return { when, example: null, say: () => text }
}
