import { termsOf } from '../../lib/search/index/terms'

/** A capability and its phrases; each entry is the terms of a word or phrase. */
export interface Capability {
  /** `<category>/<name>`. */
  id: string
  name: string[]
  /** Phrases of users who want it, and of tools that offer it. */
  says: string[][]
  tools: string[][]
  abroad: string[][]
}

/**
 * The lines of a category's file: `capability | what people say | what tools say | in other languages`. Throws on a
 * malformed line.
 */
export function readThesaurus(category: string, text: string): Capability[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, at) => {
      const fields = line.split('|')
      if (fields.length !== 4) throw new Error(`${category}.txt:${at + 1} has ${fields.length} fields, not 4`)
      const [name = '', says = '', tools = '', abroad = ''] = fields.map((field) => field.trim())
      return {
        id: `${category}/${name}`,
        name: termsOf(name),
        says: entriesOf(says),
        tools: entriesOf(tools),
        abroad: entriesOf(abroad),
      }
    })
}

function entriesOf(field: string): string[][] {
  return field
    .split(/[,،、;]/)
    .map(termsOf)
    .filter((terms) => terms.length > 0)
}

/** By word or phrase (terms joined by spaces): the indices of the capabilities it may mean. */
export function capabilitiesByPhrase(thesaurus: readonly Capability[]): Map<string, number[]> {
  const byPhrase = new Map<string, number[]>()
  for (const [place, { name, says, tools, abroad }] of thesaurus.entries()) {
    const spoken = [name, ...says, ...tools, ...abroad, ...name.map((term) => [term])]
    for (const phrase of new Set(spoken.map((terms) => terms.join(' ')))) {
      if (phrase !== '') byPhrase.set(phrase, [...(byPhrase.get(phrase) ?? []), place])
    }
  }
  return byPhrase
}
