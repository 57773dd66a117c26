import { cleanLine, cleanText } from '../../core/text/hostile-text'

const MAX_VERSION_CHARS = 100
const MAX_LICENCE_CHARS = 100
const MAX_MESSAGE_CHARS = 1_000

/** A version; undefined where the value is none. */
export function versionIn(value: unknown): string | undefined {
  return cleanLine(value, MAX_VERSION_CHARS) || undefined
}

/** A licence, on one line; null where the value is none. */
export function licenceIn(value: unknown): string | null {
  return cleanLine(value, MAX_LICENCE_CHARS) || null
}

/** Why a package is deprecated or withdrawn; `instead` where the index gives no reason. */
export function messageIn(value: unknown, instead: string): string {
  return cleanText(value, MAX_MESSAGE_CHARS).trim() || instead
}
