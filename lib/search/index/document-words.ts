import { documentVector, normalised } from '../rank/meaning'
import { DIMENSIONS, type SearchWeights } from '../rank/weights'
import type { SearchDocument } from './search-document'
import { FIELDS } from './segment'
import { termsOf, termsOfName, withPairs } from './terms'

// Weights of the fields (BM25F, Robertson, Zaragoza 2004).
const FIELD_WEIGHTS = { name: 3, title: 2, description: 1, parameters: 0.35, serverName: 1, serverDescription: 0.4 }

const MAX_DESCRIPTION = 2000
const MAX_SERVER_DESCRIPTION = 1000
const MAX_DESCRIPTION_TERMS = 120
const MAX_PARAMETER_TERMS = 40
const MAX_SERVER_TERMS = 20

/** Terms of a document by field. */
export interface Words {
  name: string[]
  title: string[]
  description: string[]
  parameters: string[]
  serverName: string[]
  serverDescription: string[]
}

export function wordsIn(document: SearchDocument): Words {
  const isServer = document.id === document.serverId
  // The id contains the author, which a title may lack.
  const serverPath = document.serverId.slice(document.serverId.indexOf('/') + 1)
  const serverName = [...termsOfName(document.serverTitle), ...termsOfName(serverPath)]
  return {
    name: isServer ? [...termsOfName(document.name), ...serverName] : termsOfName(document.name),
    title: termsOf(document.title ?? ''),
    description: termsOf(document.description.slice(0, MAX_DESCRIPTION)),
    parameters: termsOf(document.parameters),
    serverName: isServer ? [] : serverName,
    serverDescription: isServer ? [] : termsOf(document.serverDescription.slice(0, MAX_SERVER_DESCRIPTION)),
  }
}

/** The meaning of a document: its own words, and these with its parameters' and its server's, half each. */
export function meaningOf(weights: SearchWeights, words: Words): Float32Array {
  const name = withPairs(words.name)
  const own = [
    ...name,
    ...name,
    ...withPairs(words.title),
    ...withPairs(words.description.slice(0, MAX_DESCRIPTION_TERMS)),
  ]
  const whole = [
    ...own,
    ...words.parameters.slice(0, MAX_PARAMETER_TERMS),
    ...withPairs(words.serverName),
    ...withPairs(words.serverDescription.slice(0, MAX_SERVER_TERMS)),
  ]
  const vector = documentVector(weights, own)
  const context = documentVector(weights, whole)
  for (let k = 0; k < DIMENSIONS; k++) vector[k] = (vector[k] as number) + (context[k] as number)
  return normalised(vector)
}

export function frequencies(words: Words): {
  terms: Map<string, { frequency: number; fields: number }>
  length: number
} {
  const terms = new Map<string, { frequency: number; fields: number }>()
  let length = 0
  const add = (list: readonly string[], weight: number, field: number) => {
    length += list.length * weight
    for (const term of list) {
      const entry = terms.get(term)
      if (entry === undefined) terms.set(term, { frequency: weight, fields: field })
      else {
        entry.frequency += weight
        entry.fields |= field
      }
    }
  }
  add(words.name, FIELD_WEIGHTS.name, FIELDS.name)
  add(words.title, FIELD_WEIGHTS.title, FIELDS.name)
  add(words.description, FIELD_WEIGHTS.description, FIELDS.description)
  add(words.parameters, FIELD_WEIGHTS.parameters, FIELDS.parameters)
  add(words.serverName, FIELD_WEIGHTS.serverName, FIELDS.serverName)
  add(words.serverDescription, FIELD_WEIGHTS.serverDescription, FIELDS.serverDescription)
  return { terms, length }
}
