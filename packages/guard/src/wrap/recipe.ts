/** A part of a text, from its first character to the one after its last. */
export type Range = readonly [start: number, end: number]

/** A text made of another: parts of that, and what is new. */
export type Recipe = readonly (string | Range)[]

/** What takes the place of a part of a text. */
export interface Change {
  start: number
  end: number
  by: Recipe
}

/** The recipe of a text of so many characters with changes, of which none overlaps another. */
export function recipeOf(length: number, changes: readonly Change[]): Recipe {
  const recipe: (string | Range)[] = []
  let at = 0
  // Of those at one place that which adds comes before that which replaces.
  for (const { start, end, by } of [...changes].sort((a, b) => a.start - b.start || a.end - b.end)) {
    if (start < at) throw new Error('changes of a text overlap')
    recipe.push([at, start], ...by)
    at = end
  }
  return [...recipe, [at, length]]
}

/** The text that a recipe makes of another. */
export function made(source: string, recipe: Recipe): string {
  return recipe.map((part) => (typeof part === 'string' ? part : source.slice(...part))).join('')
}

/**
 * The recipe that makes the source of what `recipe` made of it. Of the source it has in words only what was left out:
 * what was moved elsewhere is taken from there.
 */
export function inverse(source: string, recipe: Recipe): Recipe {
  let at = 0
  const copies: { from: Range; to: number }[] = []
  for (const part of recipe) {
    if (typeof part !== 'string') copies.push({ from: part, to: at })
    at += typeof part === 'string' ? part.length : part[1] - part[0]
  }
  const back: (string | Range)[] = []
  let reached = 0
  for (const { from, to } of copies.sort((a, b) => a.from[0] - b.from[0])) {
    const [start, end] = from
    if (end <= reached) continue
    if (start > reached) back.push(source.slice(reached, start))
    const skipped = Math.max(reached - start, 0)
    back.push([to + skipped, to + end - start])
    reached = end
  }
  if (reached < source.length) back.push(source.slice(reached))
  return back
}
