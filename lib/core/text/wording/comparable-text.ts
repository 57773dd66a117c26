/** Letters of other scripts that look like Latin ones, each followed by that one. */
const LOOKALIKES = new Map(
  'аa еe оo рp сc хx уy іi јj ѕs һh ԁd ԛq ԝw АA ВB ЕE КK МM НH ОO РP СC ТT ХX ІI ЈJ ЅS αa οo νv ιi ρp υu ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX'
    .split(' ')
    .map(([lookalike = '', latin = '']) => [lookalike, latin]),
)
const DIGITS_AS_LETTERS = new Map(
  [...'0o1i3e4a5s7t'].flatMap((digit, at, all) => (at % 2 ? [] : [[digit, all[at + 1]]])) as [string, string][],
)

const ASCII = /^[\t\n -~]*$/
const OTHER_FORMS = /[\uff01-\uff5e]{1,60}|[\u{1d400}-\u{1d7ff}]{1,60}/gu
const WORD_WITH_LOOKALIKE =
  /(?<!\p{L})(?=\p{Script=Latin}{0,20}[\p{Script=Cyrillic}\p{Script=Greek}])(?=[^\p{Script=Latin}\s]{0,20}\p{Script=Latin})\p{L}{2,20}/gu
const WORD_WITH_DIGIT = /(?<!\w)(?=[a-z]{0,14}[013457])(?=\d{0,14}[a-z])[a-z013457]{2,14}(?!\w)/gi
const SPACED_LETTERS = /(?<!\S)\p{L}(?: {1,3}\p{L}(?!\S)){5,200}/gu

/**
 * A visible text in lower case, with disguises of its letters undone: full-width and mathematical letters, look-alikes
 * of other scripts in a Latin word, digits for letters, spaced letters, emphasis and typographic apostrophes. It is as
 * long as the given text, and a word is at most a few characters from where it was, except in spaced letters. To be
 * compared, never to be shown.
 */
export function comparableText(visible: string): string {
  const text = ASCII.test(visible) ? visible : inLatinLetters(visible)
  return text
    .replace(WORD_WITH_DIGIT, (word) => replaced(word, DIGITS_AS_LETTERS))
    .replace(SPACED_LETTERS, (run) =>
      run
        .replace(/ (?! )/g, '')
        .replace(/ +/g, ' ')
        .padEnd(run.length),
    )
    .replace(/\*/g, ' ')
    .toLowerCase()
}

function inLatinLetters(text: string): string {
  return (
    text
      // The only letter that is longer in lower case.
      .replace(/\u0130/g, 'I')
      .replace(/\u017f/g, 's')
      .replace(OTHER_FORMS, (run) => run.normalize('NFKC').padEnd(run.length))
      .replace(WORD_WITH_LOOKALIKE, (word) => replaced(word, LOOKALIKES))
      .replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")
  )
}

function replaced(word: string, letters: ReadonlyMap<string, string>): string {
  return [...word].map((letter) => letters.get(letter) ?? letter).join('')
}
