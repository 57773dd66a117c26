import type {
  DeclaredPrompt,
  DeclaredResource,
  FlaggedText,
  ListedPart,
  PromptArgument,
} from '../../core/declarations/declarations'
import { flaggedTexts } from '../../core/declarations/unsafe-texts'
import { cleanLine, cleanText } from '../../core/text/hostile-text'
import { isObject, type JsonObject, type ProbeMethod } from './json-rpc'

interface ListRule {
  method: ProbeMethod
  /** The member of a result that has the entries. */
  member: string
  most: number
  /** undefined: the entry is unusable. */
  read(entry: JsonObject): { item: DeclaredPrompt | DeclaredResource; key: string; text: string } | undefined
}

const MAX_NAME_CHARS = 256
const MAX_URI_CHARS = 1_000
const MAX_DESCRIPTION_CHARS = 1_000
const MAX_ARGUMENT_CHARS = 300
const MOST_ARGUMENTS = 30
/** Characters of one list that are kept, as JSON: thirty times what the largest real lists take. */
const MOST_KEPT_CHARS = 200_000

/** How each list of a server is asked for and read. */
export const LISTS: Record<ListedPart, ListRule> = {
  prompts: { method: 'prompts/list', member: 'prompts', most: 200, read: readPrompt },
  resources: {
    method: 'resources/list',
    member: 'resources',
    most: 300,
    read: (entry) => readResource(entry, entry.uri),
  },
  templates: {
    method: 'resources/templates/list',
    member: 'resourceTemplates',
    most: 100,
    read: (entry) => readResource(entry, entry.uriTemplate),
  },
  skills: { method: 'skills/list', member: 'skills', most: 100, read: readSkill },
}

/** Collects the entries of one list: cleaned, capped, each once. */
export class DeclaredList {
  readonly items: (DeclaredPrompt | DeclaredResource)[] = []
  readonly flags: FlaggedText[] = []
  readonly #part: ListedPart
  readonly #keys = new Set<string>()
  #chars = 0
  isCut = false

  constructor(part: ListedPart) {
    this.#part = part
  }

  add(entry: unknown): void {
    const { read, most } = LISTS[this.#part]
    const found = isObject(entry) ? read(entry) : undefined
    if (found === undefined || found.key === '' || this.#keys.has(found.key)) return
    const size = JSON.stringify(found.item).length
    if (this.items.length >= most || this.#chars + size > MOST_KEPT_CHARS) {
      this.isCut = true
      return
    }
    this.#chars += size
    this.#keys.add(found.key)
    this.items.push(found.item)
    this.flags.push(...flaggedTexts(this.#part, found.key, found.text))
  }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

function readPrompt(entry: JsonObject) {
  const name = cleanLine(entry.name, MAX_NAME_CHARS)
  const given = Array.isArray(entry.arguments) ? entry.arguments.filter(isObject).slice(0, MOST_ARGUMENTS) : []
  const texts = [entry.title, entry.description, ...given.map(({ description }) => description)]
  const item: DeclaredPrompt = {
    name,
    title: cleanLine(entry.title, MAX_NAME_CHARS) || null,
    description: cleanText(entry.description, MAX_DESCRIPTION_CHARS),
    arguments: given.map(readArgument).filter((argument) => argument.name !== ''),
  }
  return { item, key: name, text: texts.map(textOf).join('\n') }
}

function readArgument({ name, description, required }: JsonObject): PromptArgument {
  return {
    name: cleanLine(name, MAX_NAME_CHARS),
    description: cleanText(description, MAX_ARGUMENT_CHARS),
    required: required === true,
  }
}

function readResource(entry: JsonObject, uri: unknown) {
  const item: DeclaredResource = {
    uri: cleanLine(uri, MAX_URI_CHARS),
    name: cleanLine(entry.title ?? entry.name, MAX_NAME_CHARS),
    description: cleanText(entry.description, MAX_DESCRIPTION_CHARS),
    mimeType: cleanLine(entry.mimeType, MAX_NAME_CHARS) || null,
  }
  return { item, key: item.uri, text: [entry.title, entry.name, entry.description].map(textOf).join('\n') }
}

/** An entry of the skills extension (SEP-2640): the address of its SKILL.md and its frontmatter. */
function readSkill(entry: JsonObject) {
  const frontmatter = isObject(entry.frontmatter) ? entry.frontmatter : entry
  return readResource({ name: frontmatter.name, description: frontmatter.description, mimeType: null }, entry.uri)
}
