import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import type { SubjectDescription } from '../../core/catalog/subject-description'
import { parameterNames } from '../../core/json-schema/parameters'
import { termsOf, termsOfName, withPairs } from '../index/terms'
import { documentVector } from '../rank/meaning'
import type { SearchWeights } from '../rank/weights'
import { openingOf, type Purpose, purposeOf } from './purpose'

/** The same in the forms that signals are measured on. Sets are of terms. */
export interface ComparedWords {
  purpose: Purpose
  inputSchema: JsonSchema | null
  name: ReadonlySet<string>
  description: ReadonlySet<string>
  /** Of the name and the first sentence of the description. */
  opening: ReadonlySet<string>
  /** Of name and description. */
  text: ReadonlySet<string>
  parameters: ReadonlySet<string>
  serverTitle: ReadonlySet<string>
  /** Of the title and the id of the server. */
  serverName: ReadonlySet<string>
  serverDescription: ReadonlySet<string>
  /** Of everything but the parameters. */
  all: ReadonlySet<string>
  vectors: { name: Float32Array; description: Float32Array; opening: Float32Array; server: Float32Array }
}

/** Characters read of a description, and terms of it that make its meaning. */
const MOST_READ = 1000
const MOST_OF_SERVER = 600
const MOST_MEANT = 120

export function comparedWords(weights: SearchWeights, compared: SubjectDescription): ComparedWords {
  const { kind, serverId, inputSchema } = compared
  const name = termsOfName(compared.name)
  const description = termsOf(compared.description.slice(0, MOST_READ))
  const opening = [...name, ...termsOf(openingOf(compared.description))]
  const title = termsOfName(compared.serverTitle)
  const path = termsOfName(serverId.slice(serverId.indexOf('/') + 1))
  const ofServer = termsOf(compared.serverDescription.slice(0, MOST_OF_SERVER))
  const vectorOf = (terms: readonly string[]) => documentVector(weights, withPairs(terms))
  return {
    purpose: purposeOf({ kind, serverId, name: compared.name, description: compared.description }),
    inputSchema,
    name: new Set(name),
    description: new Set(description),
    opening: new Set(opening),
    text: new Set([...name, ...description]),
    parameters: new Set(parameterNames(inputSchema).flatMap(termsOfName)),
    serverTitle: new Set(title),
    serverName: new Set([...title, ...path]),
    serverDescription: new Set(ofServer),
    all: new Set([...name, ...description, ...title, ...path, ...ofServer]),
    vectors: {
      name: vectorOf(name),
      description: vectorOf(description.slice(0, MOST_MEANT)),
      opening: vectorOf(opening),
      server: vectorOf([...title, ...ofServer]),
    },
  }
}
