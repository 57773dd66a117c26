import words from './words.json' with { type: 'json' }

/**
 * What is done to an object. `control` operates a device, an application or a browser. Indexes store an act by its
 * place in the list.
 */
export type Act = keyof typeof words.verbs
export const ACTS = Object.keys(words.verbs) as Act[]

// Verbs as they are written in requests and in names of tools, before stemming.
const ACT_OF: ReadonlyMap<string, Act> = new Map(
  ACTS.flatMap((act) => words.verbs[act].map((verb) => [verb, act] as const)).reverse(),
)

/** Words a request may begin with before its verb. */
const NOT_VERBS = new Set(words.notVerbs)

/** The act a word names; null: none. */
export function actOfWord(word: string): Act | null {
  return ACT_OF.get(word) ?? singular(word)
}

function singular(word: string): Act | null {
  if (word.endsWith('ies')) return ACT_OF.get(`${word.slice(0, -3)}y`) ?? null
  if (word.endsWith('es')) return ACT_OF.get(word.slice(0, -1)) ?? ACT_OF.get(word.slice(0, -2)) ?? null
  if (word.endsWith('s')) return ACT_OF.get(word.slice(0, -1)) ?? null
  if (word.endsWith('ing')) return ACT_OF.get(word.slice(0, -3)) ?? ACT_OF.get(`${word.slice(0, -3)}e`) ?? null
  return null
}

/**
 * What a text of lower-case words asks for or offers: the act of the first word that is always a verb, or is one where
 * it stands (first of all); null where no word is a verb.
 */
export function actOf(words: readonly string[]): Act | null {
  for (const [place, word] of words.entries()) {
    const act = actOfWord(word)
    if (act !== null && (place === 0 || !NOT_VERBS.has(word))) return act
  }
  return null
}

const READING: ReadonlySet<Act> = new Set(['read', 'list', 'search', 'monitor', 'analyze'])
const CHANGING: ReadonlySet<Act> = new Set(['create', 'update', 'delete', 'send', 'control'])
const OPPOSITES: readonly (readonly [Act, Act])[] = [
  ['create', 'delete'],
  ['update', 'delete'],
  ['send', 'delete'],
  ['read', 'delete'],
  ['list', 'delete'],
  ['search', 'delete'],
]

/** Whether one act undoes or excludes the other: what creates never stands in for what deletes. */
export function areOpposite(a: Act, b: Act): boolean {
  return OPPOSITES.some(([one, other]) => (one === a && other === b) || (one === b && other === a))
}

/** Whether one only reads and the other changes something. */
export function readsAndChanges(a: Act, b: Act): boolean {
  return (READING.has(a) && CHANGING.has(b)) || (CHANGING.has(a) && READING.has(b))
}
