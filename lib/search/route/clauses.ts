import { type ClauseKind, isVerb, kindOfClause } from './step-verbs'

export interface Span {
  from: number
  to: number
}

interface Clause extends Span {
  kind: ClauseKind
}

const AND = '(?:and|und|et|y|e|и)'
// A comma without white space is part of a number or of a list of values.
const BETWEEN_CLAUSES = new RegExp(`,\\s+(?:${AND}\\s+)?|\\s+(?:${AND}|&)\\s+`, 'giu')

const GREETING = '(?:(?:hey|hi|hello|please|kindly|ok|okay)[,!]?\\s+)*'
const ASKING = [
  '(?:can|could|will|would) you\\s+(?:please\\s+)?',
  "(?:i|we) (?:need|want|have|would like|'d like)(?: you)? to\\s+",
  "i['’]d like(?: you)? to\\s+",
  "help me(?: to)?\\s+|let['’]?s\\s+",
]
const LEAD_IN = new RegExp(`^${GREETING}(?:${ASKING.join('|')})?(?:please\\s+)?`, 'iu')

// After these, verbs belong to what another word governs: "a mail saying buy milk and call the plumber", "warn me if
// …".
const GOVERNS =
  /(?<![\p{L}\p{N}])(?:saying|says|asking|telling|explaining|if|when|whenever|while|unless|until)(?![\p{L}\p{N}])|:\s/iu
const GOVERNED =
  /(?<![\p{L}\p{N}])(?:to|can|could|will|would|should|must|may|might|cannot|not|don['’]t|lets?|helps?)\s+(?:\p{L}+ly\s+)?(\p{L}+)/giu

/**
 * The clauses of a text that are requests of their own: each begins with a verb and has its own object, and commas or
 * "and" join them. One span, the whole, where it is one request: an enumeration of objects ("add milk, eggs and
 * flakes"), verbs about one thing ("find and replace", "find a table and book it"), or verbs that another word governs
 * ("a bot to read mail and answer it"). `shown` is the text with everything that must not be divided masked. A phrase
 * like "could you please" before the first verb is left out where there are several.
 */
export function clausesOf(shown: string): Span[] {
  const begin = LEAD_IN.exec(shown)?.[0].length ?? 0
  const [first, ...others] = clausesBetweenJoints(shown, begin)
  const whole = { from: 0, to: shown.length }
  if (first === undefined || first.kind === 'none' || first.kind === 'same') return [whole]
  const requests: Span[] = [{ from: first.from, to: first.to }]
  let hasObject = first.kind === 'step'
  let isGoverned = governs(shown.slice(first.from, first.to))
  // A bare verb belongs to the next clause: its object is there.
  let bare: Clause | null = null
  for (const clause of others) {
    const current = requests.at(-1) ?? whole
    if (clause.kind === 'step' && hasObject && !isGoverned) {
      requests.push({ from: bare?.from ?? clause.from, to: clause.to })
      isGoverned = false
      bare = null
    } else if (clause.kind === 'bare' && hasObject) bare ??= clause
    else {
      current.to = clause.to
      bare = null
    }
    hasObject ||= clause.kind !== 'bare'
    isGoverned ||= governs(shown.slice(clause.from, clause.to))
  }
  if (requests.length === 1) return [whole]
  return requests.map((request, index) => (index === requests.length - 1 ? { ...request, to: shown.length } : request))
}

function clausesBetweenJoints(shown: string, begin: number): Clause[] {
  const clauses: Clause[] = []
  let from = begin
  const add = (to: number) =>
    clauses.push({ from, to, kind: kindOfClause(shown.slice(from, to), clauses.length === 0) })
  for (const joint of shown.slice(begin).matchAll(BETWEEN_CLAUSES)) {
    const at = begin + joint.index
    add(at)
    from = at + joint[0].length
  }
  add(shown.length)
  return clauses
}

function governs(clause: string): boolean {
  if (GOVERNS.test(clause)) return true
  return [...clause.matchAll(GOVERNED)].some(([, word = '']) => isVerb(word.toLowerCase()))
}
