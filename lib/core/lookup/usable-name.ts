/** Longest entry that is looked up, in characters. */
export const MAX_ENTRY_LENGTH = 2048

/** Whether an entry can be parsed: not too long, and without lone surrogates, which URL parsers silently replace. */
export function isReadable(text: string): boolean {
  return text.length <= MAX_ENTRY_LENGTH && text.isWellFormed()
}

/** Longest stored name. In any language it fits an index entry of Postgres, which ends at 2,704 bytes. */
const MAX_NAME_LENGTH = 512

/**
 * The name in its composed form; undefined for one that is empty, too long, or contains control characters or lone
 * surrogates, which the database cannot store.
 */
export function usableName(text: string | undefined): string | undefined {
  // Fast path for plain ASCII, a tenth of the cost.
  if (text !== undefined && text.length <= MAX_NAME_LENGTH && /^[ -~]+$/.test(text)) return text
  if (text === undefined || text === '' || text.length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(text))
    return undefined
  const composed = text.normalize('NFC')
  return composed.length > MAX_NAME_LENGTH ? undefined : composed
}
