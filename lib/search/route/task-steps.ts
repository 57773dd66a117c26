import { wordsOf } from 'assay-verify/text/words'
import { clausesOf, type Span } from './clauses'
import lists from './words.json' with { type: 'json' }

/** Most steps searched for one by one; a longer task is represented by its first ones. */
export const MOST_STEPS = 4

// Phrases that introduce another step in any position; spaces match any white space.
const LEADING_ON = lists.leadingOn

// Words with other meanings, which introduce a step only after a comma, a full stop or a line's end, or once a task has
// begun with "first".
const LEADING_ON_AFTER_A_BREAK = lists.leadingOnAfterABreak

// Written without spaces, so that no word ends where they begin.
const LEADING_ON_UNSPACED = lists.leadingOnUnspaced

const FIRST = lists.first
const FIRST_UNSPACED = lists.firstUnspaced

const anyOf = (words: readonly string[]) => `(?:${words.join('|')})`
const asWord = (words: readonly string[]) => `(?<![\\p{L}\\p{N}])${anyOf(words)}(?![\\p{L}\\p{N}])`

const BREAK = `${asWord(LEADING_ON)}|${anyOf(LEADING_ON_UNSPACED)}|;(?=\\s)|[；؛]`
const WEAK_BREAK = `(?<weak>${asWord(LEADING_ON_AFTER_A_BREAK)})`
const BREAKS = new RegExp(`${BREAK}|(?<=[,.;!?\\n] ?)${WEAK_BREAK}`, 'giu')
const BREAKS_AFTER_FIRST = new RegExp(`${BREAK}|${WEAK_BREAK}`, 'giu')
// "If it rains, then warn me" is one step.
const CONDITION = new RegExp(asWord(['if', 'wenn', 'falls', 'si', 'se', 'если']), 'iu')
const BEGINS_WITH_FIRST = new RegExp(`^(?:${anyOf(FIRST)}(?![\\p{L}\\p{N}])|${anyOf(FIRST_UNSPACED)})`, 'iu')

const NUMBERS = /(?<=^|\s)(\d{1,2})(?:[.)](?=\s)|、)/gu

// Quoted text is never split. Bounded, so that unclosed quotes cost nothing.
const QUOTED = /"[^"\n]{1,200}"|“[^”\n]{1,200}”|«[^»\n]{1,200}»|「[^」\n]{1,200}」|`[^`\n]{1,200}`/gu

// What stands in apostrophes or parentheses is not divided at its commas.
const ENCLOSED = /(?<![\p{L}\p{N}])'[^'\n]{1,200}'(?![\p{L}\p{N}])|‘[^’\n]{1,200}’|\([^()\n]{1,200}\)/gu

const EDGE = /[\s,.:;!?，、。；：،؛–—-]/u

/**
 * The steps of a task, in order, 1-4 of them: a numbered list by its numbers (text before the first is left out), any
 * other text by phrases that introduce another step ("and then", "a; b", "first ... then ..."), in English, German,
 * French, Spanish, Portuguese, Italian, Russian, Arabic, Chinese, Japanese and Korean, and each such part by its
 * clauses that begin with a verb and have their own object (`clausesOf`). A task without such a phrase or clause is its
 * one step, unchanged. Only words are considered: whether the steps are different things to do is for the caller to
 * decide.
 */
export function taskSteps(task: string): string[] {
  const text = task.replace(/[^\S\n]+/gu, ' ').trim()
  const shown = masked(text, QUOTED)
  const parts = partsBetween(text, breaksIn(shown)).filter(hasWords(text))
  const [first, ...further] = parts
  if (first === undefined) return [task]
  const opened = withoutFirst(text, first, further.length > 0)
  const undivided = masked(shown, ENCLOSED)
  const isList = listNumbers(shown).length > 1
  const divided = (part: Span) => (isList ? [part] : requestsOf(text, undivided, part))
  const steps = [opened, ...further].flatMap(divided).filter(hasWords(text))
  if (steps.length < 2) return [task]
  return steps.slice(0, MOST_STEPS).map(({ from, to }) => text.slice(from, to))
}

function requestsOf(text: string, shown: string, part: Span): Span[] {
  return clausesOf(shown.slice(part.from, part.to)).map(({ from, to }) =>
    trimmed(text, { from: part.from + from, to: part.from + to }),
  )
}

/** Without a leading "first" where there are further steps. */
function withoutFirst(text: string, { from, to }: Span, hasFurther: boolean): Span {
  const word = hasFurther ? (BEGINS_WITH_FIRST.exec(text.slice(from, to))?.[0].length ?? 0) : 0
  const rest = trimmed(text, { from: from + word, to })
  return rest.from < rest.to ? rest : { from, to }
}

const hasWords = (text: string) => (part: Span) => wordsOf(text.slice(part.from, part.to)).length > 0

function masked(text: string, what: RegExp): string {
  return text.replace(what, (found) => 'x'.repeat(found.length))
}

/** The positions where one step ends and the next begins, in order; for a list the first is its first number. */
function breaksIn(text: string): Span[] {
  const numbers = listNumbers(text)
  if (numbers.length > 1) return numbers
  const spans: Span[] = [{ from: 0, to: 0 }]
  for (const match of text.matchAll(BEGINS_WITH_FIRST.test(text) ? BREAKS_AFTER_FIRST : BREAKS)) {
    const before = text.slice(spans.at(-1)?.to, match.index)
    if (match.groups?.weak === undefined || !CONDITION.test(before)) spans.push(spanOf(match))
  }
  return spans
}

/** The numbers that count up from 1; others are part of the text. */
function listNumbers(text: string): Span[] {
  const counted: RegExpExecArray[] = []
  for (const match of text.matchAll(NUMBERS)) if (Number(match[1]) === counted.length + 1) counted.push(match)
  return counted.map(spanOf)
}

function spanOf({ index, 0: { length } }: RegExpExecArray): Span {
  return { from: index, to: index + length }
}

function partsBetween(text: string, breaks: readonly Span[]): Span[] {
  return breaks.map(({ to }, index) => trimmed(text, { from: to, to: breaks[index + 1]?.from ?? text.length }))
}

function trimmed(text: string, { from, to }: Span): Span {
  let [begin, end] = [from, to]
  while (begin < end && EDGE.test(text.charAt(begin))) begin += 1
  while (end > begin && EDGE.test(text.charAt(end - 1))) end -= 1
  return { from: begin, to: end }
}
