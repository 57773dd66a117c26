import { contentHash } from 'assay-verify/canonical-json'
import { quoted } from 'assay-verify/text/visible-text'
import { compareTools } from '../drift/drift'
import { change } from '../drift/drift-text'
import type { ToolChange, ToolVersion } from '../drift/types'
import { textFlags } from '../text/text-flags'
import type { Declarations, DeclaredPrompt, DeclaredResource, ListedPart } from './declarations'

const NAMES = { prompts: 'Prompt', resources: 'Resource', templates: 'Resource template', skills: 'Skill' } as const

/** Those of `names` that `present` lacks. */
export function missingFrom(present: readonly string[], names: readonly string[]): string[] {
  const known = new Set(present)
  return names.filter((name) => !known.has(name))
}

/** The arguments of a prompt are compared as those of a tool: each is a text. */
export function promptChanges(before: Declarations, after: Declarations): ToolChange[] {
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

export function resourceChanges(
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
