import type { JsonSchema } from 'assay-verify/json-schema/json-value'
import { isPlainObject, propertiesIn } from 'assay-verify/json-schema/json-value'
import { splitIdentifier } from 'assay-verify/text/words'
import type { CatalogServer } from '../../core/catalog/catalog'

/** The indexed texts of a subject: a tool, or a server that lists none. */
export interface SearchDocument {
  id: string
  /** The id of its server; a server's own. */
  serverId: string
  name: string
  title: string | null
  description: string
  /** Names and descriptions of the input schema, as `parameterText` gives them. */
  parameters: string
  /** Empty for a server: its own words are in the fields above. */
  serverTitle: string
  serverDescription: string
}

const MAX_DEPTH = 3
const MAX_LENGTH = 2000
const MAX_DESCRIPTION = 200
const MAX_VALUES = 20

/**
 * The words of an input schema: names, descriptions and the values a parameter may take, to a bounded depth and length.
 */
export function parameterText(schema: JsonSchema | null): string {
  const words: string[] = []
  let length = 0
  const say = (text: string) => {
    words.push(text)
    length += text.length
  }
  const visit = (value: unknown, depth: number): void => {
    if (depth > MAX_DEPTH || length > MAX_LENGTH) return
    for (const [name, property] of propertiesIn(value)) {
      say(splitIdentifier(name))
      if (!isPlainObject(property)) continue
      const { description, enum: values, items } = property
      if (typeof description === 'string') say(description.slice(0, MAX_DESCRIPTION))
      if (Array.isArray(values)) say(values.slice(0, MAX_VALUES).filter(isText).join(' '))
      visit(property, depth + 1)
      visit(items, depth + 1)
    }
  }
  visit(schema, 0)
  return words.join(' ').slice(0, MAX_LENGTH)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** The documents of a server: one per tool, or itself when it lists none. */
export function documentsOf(server: CatalogServer): SearchDocument[] {
  const { id, title, description } = server
  if (server.tools.length === 0)
    return [
      {
        id,
        serverId: id,
        name: title,
        title: null,
        description,
        parameters: '',
        serverTitle: '',
        serverDescription: '',
      },
    ]
  return server.tools.map((tool) => ({
    id: `${id}/${tool.name}`,
    serverId: id,
    name: tool.name,
    title: tool.title,
    description: tool.description,
    parameters: parameterText(tool.inputSchema),
    serverTitle: title,
    serverDescription: description,
  }))
}
