import { isLookAlike, withUsualForms } from '../../core/text/look-alike'

const OTHERS = 'аАвВсСԁеЕһНіІјЈкКмМоОрРԛԚѕЅтТԝԜуУхХѵӏӀΑΒΕΖΗΙΚΜΝΟΡΤΥΧαινορυκ'
const LATIN = 'aABBcCdeEhHiIjJkKMMoOpPqQsSTTwWyYxXvlIABEZHIKMNOPTYXaivopuk'

const LATIN_OF: ReadonlyMap<string, string> = new Map([...OTHERS].map((letter, at) => [letter, [...LATIN][at] ?? '']))

/**
 * How a name reads that is written with letters of another script which look like Latin ones, or in unusual forms of
 * letters; null: it is not written so.
 */
export function readAsLatin(name: string): string | null {
  if (!isLookAlike(name)) return null
  return [...withUsualForms(name)].map((letter) => LATIN_OF.get(letter) ?? letter).join('')
}
