import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { CatalogServer } from '../core/catalog/catalog'
import { flaggedTexts } from '../core/declarations/unsafe-texts'
import { membersOf } from './intake'

/** Characters looked at of one text: more than is kept, so that a cut hides nothing. */
const MOST_LOOKED_AT = 20_000
const PLAIN = /^[\t\n\r\x20-\x7e]*$/

/**
 * The texts of a server and of its tools in which a source hid characters. To be found before they are cleaned; nothing
 * where there is none. `tools` are those that were taken of the given ones.
 */
export function hiddenIn(
  { description, tools }: { description: unknown; tools?: unknown },
  taken: readonly CatalogTool[] = [],
): Pick<CatalogServer, 'hidden'> {
  const names = new Set(taken.map(({ name }) => name))
  const given = Array.isArray(tools) ? tools.map(membersOf) : []
  const ofTools = given.flatMap((tool) => {
    if (typeof tool.name !== 'string' || !names.delete(tool.name)) return []
    const text = [tool.title, tool.description].filter((one) => typeof one === 'string').join('\n')
    return flagsOf('tool', tool.name, text)
  })
  const hidden = [...flagsOf('description', null, description), ...ofTools]
  return hidden.length === 0 ? {} : { hidden }
}

function flagsOf(part: 'description' | 'tool', name: string | null, text: unknown) {
  if (typeof text !== 'string' || PLAIN.test(text)) return []
  return flaggedTexts(part, name, text.slice(0, MOST_LOOKED_AT)).filter(({ flag }) => flag === 'hidden_characters')
}
