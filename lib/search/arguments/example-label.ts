import { splitIdentifier, wordsOf } from 'assay-verify/text/words'
import type { Shape } from '../../core/json-schema/shape'

/** The nearest parameter's name and its descriptions, which show what a value is for. */
export interface Label {
  name: string
  description: string
}

export function labelOf(outer: Label | undefined, name: string, { keywords }: Shape): Label {
  const said = [outer?.description, keywords.title, keywords.description].filter((text) => typeof text === 'string')
  return { name, description: said.join(' ').slice(0, 1000) }
}

/** The words of a name or a text, lower case, separated by one space. */
export const spaced = (text: string) => wordsOf(splitIdentifier(text)).join(' ')
