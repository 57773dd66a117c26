import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { splitIdentifier } from '../../lib/core/text/words'
import { BenchCannotRun } from '../bench'

/** A tool as every contender of the search bench is given it; a server without tools is one too. Texts may be empty. */
export interface BenchTool {
  id: string
  /** `<registry>/<server>`; equal to `id` for a server without tools. */
  server: string
  name: string
  title: string
  description: string
  /** Names, spoken out, and descriptions of the input schema's properties, nested ones too. */
  parameters: string
  serverTitle: string
  serverDescription: string
}

/** What is indexed of a tool, heaviest first: the same words for every rival. */
export interface WeightedTexts {
  name: string
  titles: string
  description: string
  parameters: string
}

export function weightedTextsOf(tool: BenchTool): WeightedTexts {
  return {
    name: splitIdentifier(tool.name),
    titles: `${tool.title} ${tool.serverTitle}`.trim(),
    description: tool.description,
    parameters: tool.parameters,
  }
}

type Members = Readonly<Record<string, unknown>>

/** What the catalog files of a folder hold, in order, each id once. Lines that are no servers, as probe results, are left out. */
export function loadTools(dir: string): BenchTool[] {
  const files = readableNames(dir).filter((name) => name.endsWith('.jsonl'))
  const byId = new Map<string, BenchTool>()
  for (const file of files.sort()) {
    for (const line of linesOf(join(dir, file))) {
      for (const tool of toolsOf(line)) if (!byId.has(tool.id)) byId.set(tool.id, tool)
    }
  }
  if (byId.size === 0) throw new BenchCannotRun(`no *.jsonl in ${dir} holds a server`)
  return [...byId.values()]
}

/** The distinct queries of a file with a `query` in each line, shuffled the same way every time. */
export function loadQueries(file: string): string[] {
  const queries = new Set<string>()
  for (const { query } of linesOf(file)) if (textOf(query) !== '') queries.add(textOf(query))
  if (queries.size === 0) throw new BenchCannotRun(`no line of ${file} has a query`)
  return shuffled([...queries])
}

/**
 * The catalog as often as it takes to have `count` tools. Every copy stands on servers of its own and has a word or a number of its
 * own in name and description: some borrowed, some new, so that the vocabulary grows a little. The same for the same input;
 * a part of the catalog is taken from all over it.
 */
export function repeatTo(tools: readonly BenchTool[], count: number): BenchTool[] {
  const random = randomFrom(20_261_120)
  const repeated = evenly(tools, count)
  for (let copy = 2; repeated.length < count; copy += 1) {
    for (const tool of evenly(tools, count - repeated.length)) repeated.push(variantOf(tool, copy, random, tools))
  }
  return repeated
}

function variantOf(tool: BenchTool, copy: number, random: () => number, tools: readonly BenchTool[]): BenchTool {
  const server = `${tool.server}~${copy}`
  const name = `${tool.name}_${someWord(random, tools)}`
  const words = tool.description.split(' ')
  words[Math.floor(random() * words.length)] = someWord(random, tools)
  return {
    ...tool,
    id: tool.id === tool.server ? server : `${server}/${name}`,
    server,
    name,
    description: words.join(' '),
  }
}

const SYLLABLES = 'ba ce di fo gu ha je ki lo mu na pe ri so tu va'.split(' ')

/** One of three, by turns of chance: a number, a made-up word, a word of the catalog as frequent as it is there. */
function someWord(random: () => number, tools: readonly BenchTool[]): string {
  const chance = random()
  if (chance < 1 / 3) return String(Math.floor(random() * 1000))
  if (chance < 2 / 3) return [1, 2, 3].map(() => pick(SYLLABLES, random)).join('')
  const borrowed = pick(pick(tools, random)?.description.match(/[\p{L}\p{N}]+/gu) ?? [], random)
  return borrowed ?? 'tool'
}

/** At most `count` of the items, in order and evenly from all over. */
function evenly<T>(items: readonly T[], count: number): T[] {
  if (count >= items.length) return [...items]
  return items.filter((_, i) => Math.floor(((i + 1) * count) / items.length) > Math.floor((i * count) / items.length))
}

/** The tools of a line, or the server itself where it has none; nothing where the line is no server. */
function toolsOf(line: Members): BenchTool[] {
  const { registry, server } = line
  if (typeof registry !== 'string' || typeof server !== 'string' || !Array.isArray(line.tools)) return []
  const id = `${registry}/${server}`
  const title = textOf(line.title) || id.slice(id.lastIndexOf('/') + 1) || id
  const description = textOf(line.description)
  if (line.tools.length === 0) {
    const none = { title: '', parameters: '', serverTitle: '', serverDescription: '' }
    return [{ ...none, id, server: id, name: title, description }]
  }
  return line.tools.map(membersOf).flatMap((tool) => {
    const name = textOf(tool.name)
    return name === ''
      ? []
      : {
          id: `${id}/${name}`,
          server: id,
          name,
          title: textOf(tool.title) || textOf(membersOf(tool.annotations).title),
          description: textOf(tool.description),
          parameters: parametersOf(tool.inputSchema),
          serverTitle: title,
          serverDescription: description,
        }
  })
}

/** Deeper ones are no words anyone searches for, and a call stack has an end. */
const MAX_DEPTH = 32

function parametersOf(schema: unknown): string {
  const words: string[] = []
  addParameters(schema, words, MAX_DEPTH)
  return words.join(' ')
}

/** Walks whatever a schema can hold schemas in; values, as those of `enum` and `default`, are not gone into. */
function addParameters(schema: unknown, words: string[], depth: number): void {
  if (depth === 0 || typeof schema !== 'object' || schema === null) return
  const { properties, items, prefixItems, additionalProperties, anyOf, oneOf, allOf, $defs, definitions } =
    membersOf(schema)
  for (const [name, property] of Object.entries(membersOf(properties))) {
    words.push(splitIdentifier(name), textOf(membersOf(property).description))
    addParameters(property, words, depth - 1)
  }
  const inner = [items, additionalProperties, prefixItems, anyOf, oneOf, allOf].flat()
  const defined = [$defs, definitions].flatMap((group) => Object.values(membersOf(group)))
  for (const part of [...inner, ...defined]) addParameters(part, words, depth - 1)
}

function readableNames(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch (cause) {
    throw new BenchCannotRun(`the folder ${dir} cannot be read`, { cause })
  }
}

/** The JSON objects of a file's lines; lines that are none are left out. */
function linesOf(file: string): Members[] {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    throw new BenchCannotRun(`the file ${file} cannot be read`, { cause })
  }
  return text.split('\n').map((line) => {
    try {
      return membersOf(JSON.parse(line))
    } catch {
      return {}
    }
  })
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : {}
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** mulberry32: chance that is the same every time. */
function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function pick<T>(items: readonly T[], random: () => number): T | undefined {
  return items[Math.floor(random() * items.length)]
}

function shuffled<T>(items: readonly T[]): T[] {
  const random = randomFrom(7)
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item)
}
