/** Words that say what kind of thing an entry is, and never which. */
const GENERAL: ReadonlySet<string> = new Set(
  (
    'a ai an and api archived beta by context deprecated for from integration mcp model of official protocol reference ' +
    'remote server servers service the to tool tools using via with'
  ).split(' '),
)

/** Lower case, without accents; `camelCase` is two words. General words (`mcp`, `server`) are left out. */
export function wordsOf(text: string): string[] {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && !GENERAL.has(word))
}

/** Words at either end of a title that say what kind of thing it is. */
const KIND =
  'mcp|server|servers|official|remote|archived|deprecated|beta|reference|the|integration|model context protocol'
const AT_BEGINNING = new RegExp(`^(?:(?:${KIND})(?:[\\s_:-]+|$))+(?:for\\s+)?`, 'i')
const AT_END = new RegExp(`(?:(?:^|[\\s_:-]+)(?:\\(\\s*(?:${KIND})\\s*\\)|(?:${KIND})))+$`, 'i')

/**
 * A title without what says only that it is a server: `GitHub MCP Server (Archived)` and `github-mcp-server`. Of one in
 * the form of an id (`@scope/io-github-octo-lamps`) the last part, without the words of a namespace before it.
 */
export function plainName(title: string, namespaces: readonly (readonly string[])[]): string {
  const [text = ''] = namesIn(title)
  const isId = /^\S+\/\S+$/.test(text)
  const parts = isId ? text.replace(/^@/, '').split('/').reverse() : [text]
  const ends = parts.map((part) => part.replace(AT_END, '').replace(AT_BEGINNING, '').trim())
  const named = ends.find((end) => end !== '') ?? text
  if (/\s/.test(named)) return named
  const words = named.split(/[-_]+/).filter((word) => word !== '')
  return (isId ? withoutNamespace(words, namespaces) : words).join(' ')
}

/** Words without those of a namespace at their beginning; of nothing else the last word of the namespace. */
export function withoutNamespace(words: readonly string[], namespaces: readonly (readonly string[])[]): string[] {
  for (const namespace of namespaces) {
    if (namespace.length === 0 || !namespace.every((word, at) => words[at]?.toLowerCase() === word)) continue
    const rest = words.slice(namespace.length)
    return rest.length > 0 ? [...new Set(rest)] : namespace.slice(-1)
  }
  return [...words]
}

const LONGEST_TITLE = 300

/** The names in a title that gives several: `Amap / 高德地图`. */
export function namesIn(title: string): string[] {
  const names = title.slice(0, LONGEST_TITLE).split(/\s[/|｜·]\s/)
  return names.map((name) => name.trim()).filter((name) => /[\p{L}\p{N}]/u.test(name))
}

/** A name as it compares with others, however its words are separated: `Mem 0`, `mem-0` and `mem0` are one. */
export const compact = (words: Iterable<string>) => [...words].join('')

/** How often words occur in the names of a catalog. */
export interface WordWeights {
  /** At least 0: the rarer, the more; a word that was never seen weighs as one that was seen once. */
  weightOf(word: string): number
}

/** Weights by inverse document frequency: log(texts / texts with the word). */
export function wordWeights(texts: Iterable<Iterable<string>>): WordWeights {
  const counts = new Map<string, number>()
  let total = 0
  for (const words of texts) {
    total += 1
    for (const word of new Set(words)) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return { weightOf: (word) => Math.log(total / (counts.get(word) ?? 1)) }
}

/** Cosine of two sets of words, 0-1, each word with its weight; 0 where one has no words. */
export function likeness(one: Iterable<string>, other: Iterable<string>, { weightOf }: WordWeights): number {
  const [first, second] = [new Set(one), new Set(other)]
  const square = (words: Iterable<string>) => [...words].reduce((sum, word) => sum + weightOf(word) ** 2, 0)
  const common = square([...first].filter((word) => second.has(word)))
  return common === 0 ? 0 : common / Math.sqrt(square(first) * square(second))
}

/** Share of the names that both have among those that either has, 0-1; null where one has fewer than two. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number | null {
  if (one.size < 2 || other.size < 2) return null
  const common = [...one].filter((name) => other.has(name)).length
  return common / (one.size + other.size - common)
}
