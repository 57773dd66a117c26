import type { CatalogTool } from 'assay-verify/catalog-tool'

/** The public encoding by which tokens are counted, as answers name it. */
export const TOKENIZER = 'o200k_base'

export type CountTokens = (text: string) => number

/**
 * Pieces end before a space where there is one: a run of thousands of letters, or of one character, takes quadratic
 * time.
 */
const PIECES = /[\s\S]{1,500}(?= |$)|[\s\S]{1,500}/g
/** Pieces of words that the library remembers: its default takes some 20 MB. */
const REMEMBERED_WORDS = 5_000

/**
 * Loads the tokenizer, which takes some 50 MB and a fifth of a second, so only where there is something to count.
 * Counts as one text what has no word of more than 500 characters; of longer ones some percent more. Texts of special
 * tokens count as ordinary text.
 */
export async function loadTokenizer(): Promise<CountTokens> {
  const { countTokens, setMergeCacheSize } = await import('gpt-tokenizer/encoding/o200k_base')
  setMergeCacheSize(REMEMBERED_WORDS)
  const asText = { disallowedSpecial: new Set<string>() }
  return (text) => (text.match(PIECES) ?? []).reduce((sum, piece) => sum + countTokens(piece, asText), 0)
}

/** The definition of a tool as it is put into a prompt: compact JSON of its name, description and input schema. */
export function definitionText({
  name,
  description,
  inputSchema,
}: Pick<CatalogTool, 'name' | 'description' | 'inputSchema'>): string {
  return JSON.stringify({ name, description, inputSchema: inputSchema ?? { type: 'object' } })
}
