import { contentHash } from 'assay-verify/canonical-json'
import { quoted, visibleLine } from 'assay-verify/text/visible-text'
import { isHostile, TEXT_FLAGS, type TextFlag, textFlags } from '../text/text-flags'
import type { FlaggedText } from './declarations'

/** A text that instructs agents to act against their users: one with a hostile flag. */
export interface UnsafeText {
  flag: TextFlag
  part: FlaggedText['part']
  /** Which of several; null: the part has one text. */
  name: string | null
  /** Identifies the whole text as it was sent. */
  digest: string
  /** The sentence that has the flag, on one line, cut; empty: not known. */
  quote: string
  /** Since when the text is as it is, as far as known, ISO 8601. */
  since: string
}

/** A text that an operator of the service cleared: it counts no longer. */
export interface ClearedText {
  digest: string
  /** ISO 8601. */
  at: string
  reason: string
}

/** Identifies the rules by which this version finds flags: an upgrade may find others in the same text. */
export const FLAG_RULES = contentHash(
  JSON.stringify(TEXT_FLAGS, (_, value) => (value instanceof RegExp ? String(value) : value)),
)

/** Characters of a quoted sentence. */
const QUOTE_CHARS = 200
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n+/

/** The flags of a text, which is best given as it was sent. */
export function flaggedTexts(part: FlaggedText['part'], name: string | null, text: string): FlaggedText[] {
  return textFlags(text).map((flag) =>
    isHostile(flag)
      ? { flag, part, name, found: { digest: contentHash(text), quote: quoteOf(text, flag) } }
      : { flag, part, name },
  )
}

/** The first sentence that has the flag, else the beginning of the text. Hidden text is quoted as what it spells. */
function quoteOf(text: string, flag: TextFlag): string {
  const hidden = flag === 'hidden_characters' ? tagText(text) : ''
  if (hidden !== '') return visibleLine(hidden, QUOTE_CHARS)
  const sentence = text.split(SENTENCE_END).find((part) => textFlags(part).includes(flag))
  return visibleLine(sentence ?? text, QUOTE_CHARS)
}

/** What the invisible tag characters of a text spell: each stands for one of ASCII. */
function tagText(text: string): string {
  const tags = text.match(/[\u{e0020}-\u{e007e}]/gu) ?? []
  return tags.map((tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - 0xe0000)).join('')
}

/**
 * The unsafe ones among flagged texts, each place and flag once; the last given counts. `sinceOf` answers since when a
 * text is as it is.
 */
export function unsafeTextsIn(
  flagged: readonly FlaggedText[],
  sinceOf: (place: Pick<FlaggedText, 'part' | 'name'>) => string,
): UnsafeText[] {
  const hostile = flagged.filter(({ flag }) => isHostile(flag))
  const byPlace = new Map(hostile.map((entry) => [`${entry.flag} ${entry.part} ${entry.name ?? ''}`, entry]))
  return [...byPlace.values()].map(({ flag, part, name, found }) => ({
    flag,
    part,
    name,
    digest: digestOfFlagged({ flag, part, name, ...(found && { found }) }),
    quote: found?.quote ?? '',
    since: sinceOf({ part, name }),
  }))
}

/** Identifies a flagged text as `UnsafeText.digest` does. */
export function digestOfFlagged({ flag, part, name, found }: FlaggedText): string {
  return found?.digest ?? contentHash([flag, part, name])
}

/** Those that nobody cleared. */
export function withoutCleared(texts: readonly UnsafeText[], cleared: readonly ClearedText[]): UnsafeText[] {
  const digests = new Set(cleared.map(({ digest }) => digest))
  return texts.filter(({ digest }) => !digests.has(digest))
}

/** What an unsafe text does, as a sentence; its own words are in quotes. */
export function unsafeTextSentence({ flag, part, name, quote }: UnsafeText): string {
  const where = name === null ? UNSAFE_PLACES[part] : `${UNSAFE_PLACES[part]} ${quoted(name)}`
  const words = quote === '' ? '' : `: ${quoted(quote, QUOTE_CHARS)}`
  return `A text of this server (${where}) ${FLAG_VERBS[flag] ?? TEXT_FLAGS[flag].description}${words === '' ? '.' : words}`
}

/** Where a text is. */
export const UNSAFE_PLACES: Record<FlaggedText['part'], string> = {
  description: 'its description',
  tool: 'the description of the tool',
  instructions: 'its instructions',
  serverInfo: 'its name',
  capabilities: 'its capabilities',
  extensions: 'its extensions',
  prompts: 'the prompt',
  resources: 'the resource',
  templates: 'the resource template',
  skills: 'the skill',
  card: 'its server card',
}

/** What a text with an unsafe flag does. */
export const FLAG_VERBS: Partial<Record<TextFlag, string>> = {
  hidden_characters: 'contains hidden characters',
  conceals_from_user: 'instructs agents to conceal something from their users',
  overrides_instructions: 'instructs agents to ignore their instructions',
  sends_data_out: 'instructs agents to send private data to an address',
  reads_credentials: 'instructs agents to read files with credentials',
}
