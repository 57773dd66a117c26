/**
 * What one sentence says: all of these are in it, in any order, and `none` is not. The gaps of each pattern are
 * bounded, and a sentence is short, so that the cost is linear in the text.
 */
export interface Wording {
  all: readonly RegExp[]
  none?: RegExp
}

/** Wordings, and what is in every sentence that says one of them: they are looked for only there. */
export interface WordingGroup {
  cue: RegExp
  wordings: readonly Wording[]
}

/** Each language by words or characters without which hardly a sentence in it is written. */
export const LANGUAGE_CUES = {
  en: /[a-z]/,
  de: /(?<!\p{L})(?:der|die|das|de[mns]|und|nicht|ein|eine[nmr]?|ohne|für|zu|von|mit)(?!\p{L})/u,
  es: /(?<!\p{L})(?:el|la|l[oa]s|del?|al|que|sin|en|y|un[oa]?)(?!\p{L})/u,
  fr: /(?<!\p{L})(?:le|la|les|des?|du|au|en|et|une?|pas|l'|d')/u,
  zh: /\p{Script=Han}/u,
  ja: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
}
export type Language = keyof typeof LANGUAGE_CUES

/** A pattern of lower-case text; the parts in curly brackets are replaced by these words. */
export function pattern(source: string, words: Record<string, string> = {}): RegExp {
  return new RegExp(
    source.replace(/\{([A-Z]+)\}/g, (braced, name: string) =>
      words[name] === undefined ? braced : `(?:${words[name]})`,
    ),
    'u',
  )
}

export function saysAny(groups: readonly WordingGroup[], sentence: string): boolean {
  return groups.some(({ cue, wordings }) => cue.test(sentence) && wordings.some((wording) => says(wording, sentence)))
}

function says({ all, none }: Wording, sentence: string): boolean {
  return all.every((each) => each.test(sentence)) && none?.test(sentence) !== true
}
