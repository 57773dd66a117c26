import type { CatalogTool } from 'assay-verify/catalog-tool'
import { declaredTool, MOST_DESCRIPTION_CHARS } from 'assay-verify/lock/declared-tool'
import type { FlaggedText } from '../../core/declarations/declarations'
import { flaggedTexts } from '../../core/declarations/unsafe-texts'
import { isObject, type JsonObject } from './json-rpc'

const MAX_NAME_CHARS = 256

// Characters that can disguise a name: control and format characters (except those that join letters of real scripts),
// line separators, lone surrogates, and invisible variation selectors.
const DANGEROUS_IN_NAME = /\p{Cc}|\p{Cs}|\p{Zl}|\p{Zp}|[\u{e0100}-\u{e01ef}]|(?!\u200c|\u200d)\p{Cf}/u

/** Collects the tools of a listing: cleaned, capped, each name once. Counts what it leaves out or changes. */
export class ListedTools {
  readonly tools: CatalogTool[] = []
  /** Flags of their titles and descriptions as they were sent. */
  readonly flags: FlaggedText[] = []
  readonly #maxTools: number
  readonly #names = new Set<string>()
  #counts = { surplus: 0, unusable: 0, duplicate: 0, description: 0, schema: 0 }

  constructor(maxTools: number) {
    this.#maxTools = maxTools
  }

  get isFull(): boolean {
    return this.tools.length >= this.#maxTools
  }

  /** true: tools over the limit were left out, so a missing tool may still exist. */
  get isCut(): boolean {
    return this.#counts.surplus > 0
  }

  add(entry: unknown): void {
    const name = isObject(entry) ? usableName(entry.name) : undefined
    if (!isObject(entry) || name === undefined) this.#counts.unusable += 1
    else if (this.#names.has(name)) this.#counts.duplicate += 1
    else if (this.isFull) this.#counts.surplus += 1
    else {
      this.#names.add(name)
      this.tools.push(this.#clean(name, entry))
      const texts = [entry.title, entry.description].filter((text) => typeof text === 'string')
      this.flags.push(...flaggedTexts('tool', name, texts.join('\n')))
    }
  }

  /** What was left out or changed, never in the server's words. */
  notes(): string[] {
    const { surplus, unusable, duplicate, description, schema } = this.#counts
    return [
      surplus > 0 && `${counted(surplus)} over the limit: left out.`,
      unusable > 0 && `${counted(unusable)} without a usable name: left out.`,
      duplicate > 0 && `${counted(duplicate)} under a name already listed: left out.`,
      description > 0 &&
        `Descriptions changed: ${description} (over ${MOST_DESCRIPTION_CHARS} characters, or dangerous characters).`,
      schema > 0 && `Schemas changed: ${schema} (too large, or dangerous contents).`,
    ].filter((note) => note !== false)
  }

  #clean(name: string, entry: JsonObject): CatalogTool {
    const { tool, isDescriptionChanged, schemasChanged } = declaredTool(name, entry)
    if (isDescriptionChanged) this.#counts.description += 1
    this.#counts.schema += schemasChanged
    return tool
  }
}

function usableName(name: unknown): string | undefined {
  if (typeof name !== 'string' || name === '' || name.length > MAX_NAME_CHARS) return undefined
  return DANGEROUS_IN_NAME.test(name) ? undefined : name
}

function counted(count: number): string {
  return count === 1 ? '1 tool' : `${count} tools`
}
