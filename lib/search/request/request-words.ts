import { wordsOf } from 'assay-verify/text/words'
import { termsOfQuery } from '../index/terms'
import { type ArgumentKind, type ArgumentSpan, argumentSpans } from './argument-spans'

/** A word of a request, in its order. */
export interface RequestWord {
  /** As written. */
  text: string
  /** Folded to lower case without accents; several for a run of Chinese, Japanese or Korean. */
  folded: readonly string[]
  /** Its index terms; empty for a stop word. */
  terms: readonly string[]
  /** The kind of the argument it is part of by its form; null: not by its form. */
  span: ArgumentKind | null
  /** Follows the beginning or the end of a sentence, a line or a colon. */
  opens: boolean
  /** Follows a colon or an equals sign in the same line. */
  afterColon: boolean
}

/** Words read of a request; those after it say no more about what is wanted. */
const MOST_WORDS = 160
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}_'’-]*/gu

/** The words of a request, and the parts of it that are arguments by their form. */
export function requestWords(text: string): { words: RequestWord[]; spans: ArgumentSpan[] } {
  const spans = argumentSpans(text)
  const words: RequestWord[] = []
  let at = 0
  for (const match of text.matchAll(WORD)) {
    if (words.length >= MOST_WORDS) break
    const before = text.slice(Math.max(0, match.index - 3), match.index)
    while (at < spans.length && (spans[at] as ArgumentSpan).to <= match.index) at += 1
    const span = spans[at]
    words.push({
      text: match[0],
      folded: wordsOf(match[0]),
      terms: termsOfQuery(match[0]),
      span: span !== undefined && span.from <= match.index ? span.kind : null,
      opens: match.index === 0 || /[.!?\n:;]\s*["'(]?$/u.test(before),
      afterColon: /[:=]\s*$/u.test(before),
    })
  }
  return { words, spans }
}
