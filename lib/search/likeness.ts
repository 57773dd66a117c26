import { wordsOf } from '../core/words'

/** What two tools are compared by: what they are called and what they say they do. */
export interface Described {
  name: string
  description: string
}

/** Share of the distinct words of `query` that the subject holds, 0-1; 0 for a query without words. */
export function coveredShare(query: string, subject: Described): number {
  const wanted = new Set(wordsOf(query))
  if (wanted.size === 0) return 0
  const held = new Set(wordsOf(textOf(subject)))
  return [...wanted].filter((word) => held.has(word)).length / wanted.size
}

/** Dice coefficient of two tools' distinct words, 0-1, the name counting as much as the description. */
export function similarity(one: Described, other: Described): number {
  return (dice(one.name, other.name) + dice(one.description, other.description)) / 2
}

function dice(one: string, other: string): number {
  const [a, b] = [new Set(wordsOf(one)), new Set(wordsOf(other))]
  if (a.size + b.size === 0) return 0
  return (2 * [...a].filter((word) => b.has(word)).length) / (a.size + b.size)
}

function textOf({ name, description }: Described): string {
  return `${name} ${description}`
}
