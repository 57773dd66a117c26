import { contentHash } from '../canonical-json'
import { compareTools, rankedChanges } from '../drift/drift'
import { change, linesOf, quoted } from '../drift/drift-text'
import type { ToolChange, ToolVersion } from '../drift/types'
import { needsConfirmation } from '../drift/unconfirmed-listing'
import { TEXT_FLAGS, textFlags } from '../text/text-flags'
import {
  canonicalPart,
  DECLARED_PARTS,
  type Declarations,
  type DeclaredPart,
  type DeclaredPrompt,
  type DeclaredResource,
  type FlaggedText,
  LISTED_PARTS,
  type ListedPart,
} from './declarations'

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

const NAMES = { prompts: 'Prompt', resources: 'Resource', templates: 'Resource template', skills: 'Skill' } as const

/**
 * How what a server declares changed, the worst first, at most `MAX_CHANGES_REPORTED`; empty: not at all. A part that either side did not read is not
 * compared. `safety`: a text gained an unsafe flag. `breaking`: a prompt, resource, capability or argument that callers used is gone, or one is newly
 * required.
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

const placeOf = ({ flag, part, name }: FlaggedText) => `${flag} ${part} ${name ?? ''}`

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

const FLAG_VERBS: Partial<Record<FlaggedText['flag'], string>> = {
  hidden_characters: 'contains hidden characters',
  conceals_from_user: 'instructs agents to conceal something from their users',
  overrides_instructions: 'instructs agents to ignore their instructions',
  sends_data_out: 'instructs agents to send private data to an address',
  reads_credentials: 'instructs agents to read files with credentials',
}

function instructionChanges(before: Declarations, after: Declarations): ToolChange[] {
  if (before.instructions === after.instructions) return []
  if (before.instructions === '') return [change('additive', 'instructions_added', 'It now sends instructions.')]
  if (after.instructions === '') return [change('wording', 'instructions_removed', 'It no longer sends instructions.')]
  return [
    change(
      'wording',
      'instructions_changed',
      'Its instructions changed.',
      linesOf(before.instructions ?? '', after.instructions ?? ''),
    ),
  ]
}

function infoChanges({ serverInfo: was }: Declarations, { serverInfo: is }: Declarations): ToolChange[] {
  if (contentHash(was) === contentHash(is)) return []
  if (was?.name !== is?.name) return [change('wording', 'server_renamed', 'It gives another name.')]
  if (was?.version !== is?.version) {
    const versions = `${quoted(was?.version ?? 'none')} to ${quoted(is?.version ?? 'none')}`
    return [
      change(
        'wording',
        'version_changed',
        `Its version changed from ${versions}.`,
        linesOf(`version ${was?.version ?? 'none'}`, `version ${is?.version ?? 'none'}`),
      ),
    ]
  }
  return [change('wording', 'server_info_changed', 'Its title or web site changed.')]
}

/** Members of capabilities without which a caller only asks more often. */
const CONVENIENCE = /\.listChanged$|^experimental\b/

function capabilityChanges({ capabilities: was }: Declarations, { capabilities: is }: Declarations): ToolChange[] {
  if (was === null || is === null) return []
  return [
    ...missingFrom(is, was).map((name) =>
      change(
        CONVENIENCE.test(name) ? 'wording' : 'breaking',
        'capability_removed',
        `Capability ${quoted(name)} is gone.`,
      ),
    ),
    ...missingFrom(was, is).map((name) => change('additive', 'capability_added', `Capability ${quoted(name)} is new.`)),
  ]
}

function extensionChanges({ extensions: was }: Declarations, { extensions: is }: Declarations): ToolChange[] {
  const [before, after] = [Object.keys(was), Object.keys(is)]
  const changed = before.filter((name) => is[name] !== undefined && is[name] !== was[name])
  return [
    ...missingFrom(after, before).map((name) =>
      change('breaking', 'extension_removed', `Extension ${quoted(name)} is gone.`),
    ),
    ...changed.map((name) =>
      change('wording', 'extension_changed', `The settings of extension ${quoted(name)} changed.`),
    ),
    ...missingFrom(before, after).map((name) =>
      change('additive', 'extension_added', `Extension ${quoted(name)} is new.`),
    ),
  ]
}

/** Those of `names` that `present` lacks. */
function missingFrom(present: readonly string[], names: readonly string[]): string[] {
  const known = new Set(present)
  return names.filter((name) => !known.has(name))
}

/** The arguments of a prompt are compared as those of a tool: each is a text. */
function promptChanges(before: Declarations, after: Declarations): ToolChange[] {
  return listedChanges(
    'prompts',
    before,
    after,
    ({ name }) => name,
    (was: DeclaredPrompt, is: DeclaredPrompt) =>
      compareTools(promptVersion(was), promptVersion(is)).map((entry) => ({
        ...entry,
        text: `Prompt ${quoted(is.name)}: ${entry.text}`,
      })),
  )
}

function promptVersion({ title, description, arguments: given }: DeclaredPrompt): ToolVersion {
  const properties = Object.fromEntries(
    given.map(({ name, description: text }) => [name, { type: 'string', description: text }]),
  )
  const required = given.filter((argument) => argument.required).map(({ name }) => name)
  const inputSchema = { type: 'object', properties, required, additionalProperties: false }
  // Flags of its texts are compared by place, not here.
  return {
    title,
    description: textFlags(description).length > 0 ? '' : description,
    inputSchema,
    outputSchema: null,
    annotations: null,
  }
}

function resourceChanges(
  part: 'resources' | 'templates' | 'skills',
  before: Declarations,
  after: Declarations,
): ToolChange[] {
  return listedChanges(
    part,
    before,
    after,
    ({ uri }) => uri,
    (was: DeclaredResource, is: DeclaredResource) => {
      const subject = `${NAMES[part]} ${quoted(is.uri)}`
      const isOtherType = was.mimeType !== is.mimeType && was.mimeType !== null
      return [
        ...(isOtherType ? [change('breaking', 'media_type_changed', `${subject} has another media type.`)] : []),
        ...(contentHash({ ...was, mimeType: null }) === contentHash({ ...is, mimeType: null })
          ? []
          : [change('wording', 'description_changed', `The texts of ${subject} changed.`)]),
      ]
    },
  )
}

function listedChanges<Part extends ListedPart, Item extends NonNullable<Declarations[Part]>[number]>(
  part: Part,
  before: Declarations,
  after: Declarations,
  keyOf: (item: Item) => string,
  compare: (was: Item, is: Item) => ToolChange[],
): ToolChange[] {
  const itemsOf = (declared: Declarations) =>
    new Map(((declared[part] ?? []) as Item[]).map((item) => [keyOf(item), item]))
  const [was, is] = [itemsOf(before), itemsOf(after)]
  const subject = (key: string) => `${NAMES[part]} ${quoted(key)}`
  const gone = after.cut.includes(part) ? [] : missingFrom([...is.keys()], [...was.keys()])
  const added = before.cut.includes(part) ? [] : missingFrom([...was.keys()], [...is.keys()])
  return [
    ...gone.map((key) => change('breaking', `${CODES[part]}_removed`, `${subject(key)} is gone.`)),
    ...[...was].flatMap(([key, item]) => {
      const now = is.get(key)
      return now === undefined ? [] : compare(item, now)
    }),
    ...added.map((key) => change('additive', `${CODES[part]}_added`, `${subject(key)} is new.`)),
  ]
}

const CODES = { prompts: 'prompt', resources: 'resource', templates: 'template', skills: 'skill' } as const

function cardChanges({ card: was }: Declarations, { card: is }: Declarations): ToolChange[] {
  if (contentHash(was) === contentHash(is)) return []
  if (was === 'none') return [change('additive', 'card_added', 'It now publishes a server card.')]
  if (is === 'none') return [change('wording', 'card_removed', 'It no longer publishes a server card.')]
  return [change('wording', 'card_changed', 'Its server card changed.')]
}

/** Whether what a server declares lacks so much of what it declared before that a later probe has to confirm it, as with tools. */
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
