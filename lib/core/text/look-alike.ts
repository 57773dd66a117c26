/** Scripts whose letters look like those of another of them. */
const ALIKE = ['Latin', 'Greek', 'Cyrillic', 'Armenian', 'Cherokee', 'Coptic', 'Lisu', 'Deseret', 'Osage'].map(
  (script) => new RegExp(`\\p{Script=${script}}`, 'u'),
)
const WORD = /[\p{L}\p{M}\p{N}]+/gu
/** Letters of Cyrillic and Greek that readers take for Latin ones. */
const LIKE_LATIN =
  /^[аАВсСԁеЕһНіІјЈКМоОрРԛԚѕЅТԝԜуУхХѵӏӀ\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7νορυ]{2,}$/u
const OTHER_THAN_LATIN = /[\p{Script=Cyrillic}\p{Script=Greek}]/u
/** Letters and digits in another form, such as full-width or bold ones. */
const FORMS = /[\p{L}\p{Nd}]/gu
const ASCII = /^[\0-\x7f]*$/

/**
 * The text with Latin letters and ASCII digits in their usual form in place of full-width, bold and other forms of
 * them.
 */
export function withUsualForms(text: string): string {
  if (ASCII.test(text)) return text
  return text.replace(FORMS, (letter) => {
    const usual = letter.normalize('NFKC')
    return usual !== letter && /^[A-Za-z0-9]+$/.test(usual) ? usual : letter
  })
}

/**
 * Whether a text can be taken for another one in Latin letters: a word mixes letters of scripts that look alike (Latin
 * with Cyrillic or Greek), all its Cyrillic or Greek words are of letters that look like Latin ones, or it has letters
 * in unusual forms (full-width, bold). Words of one script, also several words of different scripts, are no look-alike;
 * neither are look-alikes within ASCII (l and 1).
 */
export function isLookAlike(text: string): boolean {
  if (ASCII.test(text)) return false
  if (withUsualForms(text) !== text) return true
  const words = text.match(WORD) ?? []
  if (words.some((word) => ALIKE.filter((script) => script.test(word)).length > 1)) return true
  const others = words.filter((word) => OTHER_THAN_LATIN.test(word))
  return others.length > 0 && others.every((word) => LIKE_LATIN.test(word))
}
