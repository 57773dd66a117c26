import { visibleLine } from 'assay-verify/text/visible-text'
import { splitIdentifier } from 'assay-verify/text/words'
import { requiredParams } from '../../core/json-schema/parameters'
import { actOfWord } from '../request/acts'
import type { DistinctOption } from './candidates'

/** Words of a name, and names of parameters, that are said. */
const MOST_WORDS = 5
const MOST_PARAMETERS = 3
/** Characters of what a stranger wrote: a word or a name of a parameter, and a title. */
const MOST_OF_WORD = 24
const MOST_OF_TITLE = 32

/** What may distinguish a candidate, in the order in which it is said; '' says nothing. */
const FACETS: readonly ((one: DistinctOption) => string)[] = [whatOf, placeOf, productOf, kindOf, needsOf, accessOf]

/** What sets a candidate apart. */
export interface Difference {
  /** In a few words: only what not all of the others have too. */
  differs: string
  /** Whether these words do not say what it does, or another candidate has the same. */
  isVague: boolean
}

/** For each candidate what sets it apart from the others; one alone is said whole. */
export function differencesOf(candidates: readonly DistinctOption[]): Difference[] {
  const rows = candidates.map((one) => FACETS.map((facet) => facet(one)))
  const isShared = FACETS.map((_, place) => rows.length > 1 && new Set(rows.map((row) => row[place])).size === 1)
  const said = rows.map((row) => row.filter((text, place) => text !== '' && !isShared[place]).join('; '))
  return candidates.map(({ act }, at) => {
    const differs = said[at] ?? ''
    return { differs, isVague: act === null || said.filter((other) => other === differs).length > 1 }
  })
}

/** Act and object: `create draft`, by the words of its name. A server that lists no tools names neither. */
function whatOf({ option: { kind }, name, act }: DistinctOption): string {
  if (kind === 'server') return ''
  const words = splitIdentifier(name).toLowerCase().split(' ').filter(Boolean)
  const isNamed = act === null || words.some((word) => actOfWord(word) !== null)
  return [...(isNamed ? [] : [act]), ...words.slice(0, MOST_WORDS).map(short)].join(' ')
}

function placeOf({ countries }: DistinctOption): string {
  return countries.length === 0 ? '' : `only ${countries.map((code) => code.toUpperCase()).join(', ')}`
}

function productOf({ serverTitle }: DistinctOption): string {
  const title = visibleLine(serverTitle, MOST_OF_TITLE)
  return title === '' ? '' : `in ${title}`
}

function kindOf({ option: { kind, callable } }: DistinctOption): string {
  if (callable === null) return 'no declared way to call it'
  if (callable === 'documentation') return 'plain API'
  return kind === 'server' ? 'whole server' : ''
}

function needsOf({ inputSchema }: DistinctOption): string {
  if (inputSchema === null) return ''
  const required = requiredParams(inputSchema)
  const named = required.slice(0, MOST_PARAMETERS).map(short)
  const more = required.length > MOST_PARAMETERS ? `, ${required.length - MOST_PARAMETERS} more` : ''
  return named.length === 0 ? 'needs no arguments' : `needs ${named.join(', ')}${more}`
}

function accessOf({ option: { access }, scheme }: DistinctOption): string {
  if (access === 'auth') return scheme === 'apiKey' ? 'API key' : 'sign-in'
  return access === 'paid' ? 'payment' : access === 'open' ? 'open' : ''
}

function short(text: string): string {
  return visibleLine(text, MOST_OF_WORD)
}
