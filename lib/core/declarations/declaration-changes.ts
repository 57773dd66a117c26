import { contentHash } from 'assay-verify/canonical-json'
import { canonicalPart, DECLARED_PARTS, type DeclaredPart } from 'assay-verify/lock/declared-part'
import { quoted } from 'assay-verify/text/visible-text'
import { rankedChanges } from '../drift/drift'
import { change } from '../drift/drift-text'
import type { ToolChange } from '../drift/types'
import { needsConfirmation } from '../drift/unconfirmed-listing'
import { TEXT_FLAGS } from '../text/text-flags'
import { type Declarations, type FlaggedText, LISTED_PARTS, type ListedPart, sortedFlags } from './declarations'
import { capabilityChanges, extensionChanges, infoChanges, instructionChanges } from './handshake-changes'
import { promptChanges, resourceChanges } from './listed-changes'
import { FLAG_VERBS } from './unsafe-texts'

/** A change of one part of what a server declares. */
export interface DeclarationChange extends ToolChange {
  part: FlaggedText['part']
}

type Compare = (before: Declarations, after: Declarations) => ToolChange[]

const COMPARED: Record<DeclaredPart, Compare> = {
  instructions: instructionChanges,
  serverInfo: infoChanges,
  capabilities: capabilityChanges,
  extensions: extensionChanges,
  prompts: promptChanges,
  resources: (before, after) => resourceChanges('resources', before, after),
  templates: (before, after) => resourceChanges('templates', before, after),
  skills: (before, after) => resourceChanges('skills', before, after),
  card: cardChanges,
}

/**
 * How what a server declares changed, the worst first, at most `MAX_CHANGES_REPORTED`; empty: not at all. A part that
 * either side did not read is not compared. `safety`: a text gained an unsafe flag. `breaking`: a prompt, resource,
 * capability or argument that callers used is gone, or one is newly required.
 */
export function compareDeclarations(before: Declarations, after: Declarations): DeclarationChange[] {
  const changes = DECLARED_PARTS.flatMap((part): DeclarationChange[] => {
    if (isUnread(before, part) || isUnread(after, part)) return []
    return COMPARED[part](before, after).map((entry) => ({ ...entry, part }))
  })
  return rankedChanges([...flagChanges(before, after), ...changes])
}

/** Only lists and the card may be unread; the rest comes with each handshake, and null says something. */
function isUnread(declared: Declarations, part: DeclaredPart): boolean {
  return part !== 'serverInfo' && part !== 'capabilities' && canonicalPart(declared, part) === null
}

/** Texts that gained an unsafe flag, also new texts of parts that were read before. */
function flagChanges(before: Declarations, after: Declarations): DeclarationChange[] {
  const had = new Set(before.flags.map(placeOf))
  return after.flags
    .filter((flagged) => TEXT_FLAGS[flagged.flag].isUnsafe && !had.has(placeOf(flagged)) && wasRead(before, flagged))
    .map(({ flag, part, name }) => {
      const whose = name === null ? SUBJECTS[part] : `${SUBJECTS[part]} of ${quoted(name)}`
      return { ...change('safety', flag, `${whose} changed: now it ${FLAG_VERBS[flag] ?? 'is suspicious'}.`), part }
    })
}

export const placeOf = ({ flag, part, name }: FlaggedText) => `${flag} ${part} ${name ?? ''}`

/**
 * Flags that other rules than before find in texts that are as they were: no change of the server. Of tools no texts
 * are at hand, so that no flag of theirs is a change in the first probe after an upgrade.
 */
export function flagsFoundAnew(before: Declarations, after: Declarations): FlaggedText[] {
  const had = new Set(before.flags.map(placeOf))
  return after.flags.filter((flagged) => {
    const { part } = flagged
    const isOtherRules = before.flagRules?.[part] !== after.flagRules?.[part]
    if (!isOtherRules || had.has(placeOf(flagged))) return false
    return part === 'tool' || contentHash(contentOf(before, flagged)) === contentHash(contentOf(after, flagged))
  })
}

/** What a server declared, with flags that were found in it since. */
export function withFlags(declared: Declarations, flags: readonly FlaggedText[]): Declarations {
  return flags.length === 0 ? declared : { ...declared, flags: sortedFlags([...declared.flags, ...flags]) }
}

/** What the flagged text is part of, cleaned; null: it is not at hand. */
function contentOf(declared: Declarations, { part, name }: FlaggedText): unknown {
  if (part === 'tool' || part === 'description') return null
  if (part === 'prompts') return declared.prompts?.find((prompt) => prompt.name === name) ?? null
  const listed = LISTED_PARTS.find((each) => each === part)
  if (listed === undefined || listed === 'prompts') return canonicalPart(declared, part)
  return declared[listed]?.find(({ uri }) => uri === name) ?? null
}

/** Whether the part was read before: what is seen for the first time is no change. */
function wasRead(before: Declarations, { part }: FlaggedText): boolean {
  if (part === 'tool') return before.toolsRead
  return part === 'description' || canonicalPart(before, part) !== null
}

const SUBJECTS: Record<FlaggedText['part'], string> = {
  description: 'Its description in a catalog',
  tool: 'The description',
  instructions: 'Its instructions',
  serverInfo: 'Its name',
  capabilities: 'Its capabilities',
  extensions: 'Its extensions',
  prompts: 'The prompt',
  resources: 'The resource',
  templates: 'The resource template',
  skills: 'The skill',
  card: 'Its server card',
}

function cardChanges({ card: was }: Declarations, { card: is }: Declarations): ToolChange[] {
  if (contentHash(was) === contentHash(is)) return []
  if (was === 'none') return [change('additive', 'card_added', 'It now publishes a server card.')]
  if (is === 'none') return [change('wording', 'card_removed', 'It no longer publishes a server card.')]
  return [change('wording', 'card_changed', 'Its server card changed.')]
}

/**
 * Whether what a server declares lacks so much of what it declared before that a later probe has to confirm it, as with
 * tools.
 */
export function declarationsNeedConfirmation(before: Declarations, after: Declarations, isUp: boolean): boolean {
  return LISTED_PARTS.some((part) => {
    const was = keysOf(before, part)
    const is = new Set(keysOf(after, part))
    const gone = after.cut.includes(part) ? 0 : was.filter((key) => !is.has(key)).length
    return needsConfirmation({ known: was.length, gone, listed: is.size, isUp })
  })
}

function keysOf(declared: Declarations, part: ListedPart): string[] {
  return part === 'prompts'
    ? (declared.prompts ?? []).map(({ name }) => name)
    : (declared[part] ?? []).map(({ uri }) => uri)
}
