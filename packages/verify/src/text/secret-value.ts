import { looksSecret } from './secret-shapes.ts'
import { splitIdentifier } from './words.ts'

/** As `looksSecret`, by the name of the value's field as its author wrote it. */
export function isSecretValue(text: string, fieldName: string): boolean {
  return looksSecret(text, splitIdentifier(fieldName.slice(0, 100)))
}
