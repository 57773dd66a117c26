/** Longest entry that is looked up, in characters; a longer one names nothing. */
export const MAX_ENTRY_LENGTH = 2048

/** Whether an entry is worth reading: neither too long nor with half characters in it, which readers of addresses quietly replace. */
export function isReadable(text: string): boolean {
  return text.length <= MAX_ENTRY_LENGTH && text.isWellFormed()
}

/** Longest name that is kept. In any language it fits an index entry of Postgres, which ends at 2,704 bytes. */
const MAX_NAME_LENGTH = 512

/** The name in its composed form; undefined for one that is empty, too long, or holds what no database keeps: controls and half characters. */
export function usableName(text: string | undefined): string | undefined {
  // What nearly all are, told at a tenth of the cost.
  if (text !== undefined && text.length <= MAX_NAME_LENGTH && /^[ -~]+$/.test(text)) return text
  if (text === undefined || text === '' || text.length > MAX_NAME_LENGTH || /[\p{Cc}\p{Cs}]/u.test(text))
    return undefined
  const composed = text.normalize('NFC')
  return composed.length > MAX_NAME_LENGTH ? undefined : composed
}
