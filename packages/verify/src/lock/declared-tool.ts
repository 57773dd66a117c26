import type { CatalogTool, ToolAnnotations } from '../catalog-tool.ts'
import { cleanSchema } from '../json-schema/clean-schema.ts'
import type { JsonSchema } from '../json-schema/json-value.ts'
import { isPlainObject } from '../json-schema/json-value.ts'
import { visibleLine, visibleText } from '../text/visible-text.ts'

const MOST_TITLE_CHARS = 256
export const MOST_DESCRIPTION_CHARS = 2_000

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

/** A tool as a server lists it, as it is stored and as its digests are made: its texts and schemas cleaned and cut. */
export interface DeclaredTool {
  tool: CatalogTool
  isDescriptionChanged: boolean
  /** How many of its schemas are not as the server sent them. */
  schemasChanged: number
}

/** `name`: as the server calls it; `entry`: a member of its list of tools. */
export function declaredTool(name: string, entry: Readonly<Record<string, unknown>>): DeclaredTool {
  const description = textIn(entry.description)
  const cleanDescription = visibleText(description, MOST_DESCRIPTION_CHARS)
  const schemas = [entry.inputSchema, entry.outputSchema].map(cleaned)
  const [inputSchema, outputSchema] = schemas.map(({ schema }) => schema)
  return {
    tool: {
      name,
      title: visibleLine(textIn(entry.title), MOST_TITLE_CHARS) || null,
      description: cleanDescription,
      inputSchema: inputSchema ?? null,
      outputSchema: outputSchema ?? null,
      annotations: isPlainObject(entry.annotations) ? annotationsIn(entry.annotations) : null,
    },
    isDescriptionChanged: cleanDescription !== description,
    schemasChanged: schemas.filter(({ isChanged }) => isChanged).length,
  }
}

const textIn = (value: unknown) => (typeof value === 'string' ? value : '')

function cleaned(value: unknown): { schema: JsonSchema | null; isChanged: boolean } {
  if (!isPlainObject(value)) return { schema: null, isChanged: false }
  const { schema, changes } = cleanSchema(value)
  return { schema, isChanged: changes.length > 0 }
}

function annotationsIn(given: Readonly<Record<string, unknown>>): ToolAnnotations {
  const annotations: ToolAnnotations = {}
  if (typeof given.title === 'string') annotations.title = visibleLine(given.title, MOST_TITLE_CHARS)
  for (const hint of HINTS) {
    const value = given[hint]
    if (typeof value === 'boolean') annotations[hint] = value
  }
  return annotations
}
