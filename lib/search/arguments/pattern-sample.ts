/** Longest text generated to match a pattern or a minimum length. */
export const LONGEST_STRING = 2_000

/**
 * Whether a text matches. A third-party pattern can take exponential time: an ambiguous one is not run, and counts as
 * no match.
 */
export function isMatch(pattern: string, text: string): boolean {
  const ways = pattern.match(/[*+?|]|\{\d*,\d*\}/g)?.length ?? 0
  const isRun = pattern.length <= 200 && text.length <= 60 && ways <= 5 && !/\)[*+?{]|\\[1-9k]/.test(pattern)
  return isRun && compiled(pattern)?.test(text) === true
}

function compiled(pattern: string): RegExp | null {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return null
  }
}

const ATOM = /\\[pP]\{\w+\}|\\u[\da-f]{4}|\\x[\da-f]{2}|\\.|\[(?:\\.|[^\]\\])*\]|[^\\[(]/iy
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y
const CHARACTERS = [...'a1A0', ...Array.from({ length: 95 }, (_, index) => String.fromCharCode(126 - index))]

/**
 * A text the pattern matches, with repeatable parts repeated so many times; null for a pattern beyond classes, groups
 * and repetition.
 */
export function sampleOf(pattern: string, times: number): string | null {
  let [at, isKnown] = [0, pattern.length <= 500]
  const take = (form: RegExp) => {
    form.lastIndex = at
    const found = form.exec(pattern)
    at = found === null ? at : form.lastIndex
    return found
  }
  const unknown = () => {
    isKnown = false
    at = pattern.length
    return ''
  }
  const one = (): string => {
    if (take(/\((?:(?!\?)|\?:|\?<\w+>)/y) !== null) return `${either()}${take(/\)/y) === null ? unknown() : ''}`
    const atom = take(ATOM)?.[0] ?? ''
    if (/^(?:[\^$]|\\[bB])$/.test(atom)) return ''
    if (/^\\?[^\w\\[.]$|^\w$/.test(atom)) return atom.slice(-1)
    const form = compiled(`^${atom}$`)
    return CHARACTERS.find((character) => atom !== '' && form?.test(character)) ?? unknown()
  }
  const sequence = (): string => {
    let text = ''
    while (at < pattern.length && !'|)'.includes(pattern.charAt(at))) {
      const [part, count] = [one(), countOf(take(QUANTIFIER), times)]
      text += text.length + part.length * count > LONGEST_STRING ? unknown() : part.repeat(count)
    }
    return text
  }
  const either = (): string => {
    const text = sequence()
    for (; pattern.charAt(at) === '|'; sequence()) at++
    return text
  }
  const text = isKnown ? either() : ''
  return isKnown && at === pattern.length ? text : null
}

function countOf(quantifier: RegExpExecArray | null, times: number): number {
  if (quantifier === null) return 1
  const [, sign, least = '0', isOpen, most] = quantifier
  if (sign !== undefined) return sign === '?' ? 0 : Math.max(times, sign === '+' ? 1 : 0)
  return isOpen === undefined ? Number(least) : Math.max(Number(least), Math.min(times, Number(most || Infinity)))
}
