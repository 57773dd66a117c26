import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import { ACTS, actOf } from '../request/acts'
import { directionsIn } from '../request/direction'
import { countriesIn, countryNumber } from '../request/places'
import type { Words } from './document-words'
import { parameterKindsOf } from './parameter-kinds'
import type { SearchDocument } from './search-document'

const MAX_NAME_TERMS = 12
const MAX_BODY_TERMS = 16
/** Characters of a description that say what it is; the rest is usage. */
const GIST = 240

/** What a document does, in a form that can be compared with a request. */
export interface Outline {
  nameTerms: string[]
  bodyTerms: string[]
  /** 0 unknown, else 1 and up in the order of `ACTS`. */
  act: number
  country: number
  direction: { from: string; to: string } | null
  parameterKinds: number
  isServer: boolean
}

export function outlineOf(document: SearchDocument, words: Words): Outline {
  const isServer = document.id === document.serverId
  const readable = splitIdentifier(document.name)
  const gist = document.description.slice(0, GIST)
  const ownName = wordsOf(readable)
  // A server does many things, whatever verb its description begins with.
  const act = isServer ? null : (actOf(ownName) ?? actOf(wordsOf(gist).slice(0, 8)))
  const nameTerms = [...new Set([...words.name, ...words.title])].slice(0, MAX_NAME_TERMS)
  const named = new Set(nameTerms)
  const countries = countriesIn(
    `${readable} ${document.title ?? ''} ${document.serverTitle} ${gist} ${document.serverDescription.slice(0, GIST)}`,
  )
  return {
    nameTerms,
    bodyTerms: [...new Set(words.description)].filter((term) => !named.has(term)).slice(0, MAX_BODY_TERMS),
    act: act === null ? 0 : ACTS.indexOf(act) + 1,
    // A text that names several countries lists examples.
    country: countries.length === 1 ? countryNumber(countries[0]) : 0,
    direction: directionsIn(readable)[0] ?? directionsIn(gist)[0] ?? null,
    parameterKinds: parameterKindsOf(wordsOf(document.parameters)),
    isServer,
  }
}
