/** What one sentence says: all of these are in it, in any order, and `none` is not. Each pattern is bounded, so that a sentence costs linear time. */
export interface Wording {
  all: readonly RegExp[]
  none?: RegExp
}

/** A pattern that ignores case; the parts in curly brackets are replaced by these words. */
export function pattern(source: string, words: Record<string, string> = {}): RegExp {
  return new RegExp(
    source.replace(/\{([A-Z]+)\}/g, (braced, name: string) =>
      words[name] === undefined ? braced : `(?:${words[name]})`,
    ),
    'iu',
  )
}

/** Where a sentence says it; null: it does not. */
export function indexOfWording({ all, none }: Wording, sentence: string): number | null {
  let first = -1
  for (const each of all) {
    const at = sentence.search(each)
    if (at === -1) return null
    if (first === -1 || at < first) first = at
  }
  return none?.test(sentence) === true ? null : first
}
