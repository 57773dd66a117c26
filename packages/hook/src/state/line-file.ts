import { readFileSync, statSync } from 'node:fs'
import { checkSum } from './check-sum.ts'

// A file of JSON values by name, of which one is read without parsing the others. A line is the name, the sum of the
// JSON, and the JSON; names have no spaces.

/** The text of such a file. */
export function lineFileText(entries: Iterable<readonly [name: string, value: unknown]>): string {
  let text = '\n'
  for (const [name, value] of entries) {
    const json = JSON.stringify(value)
    text += `${name} ${checkSum(json)} ${json}\n`
  }
  return text
}

/** A file as it was read at once. */
export class LineFile {
  readonly #bytes: Buffer

  private constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  /** null: there is none, or it cannot be read. */
  static read(path: string): LineFile | null {
    try {
      // A pipe would be waited for.
      return statSync(path).isFile() ? new LineFile(readFileSync(path)) : null
    } catch {
      return null
    }
  }

  /** The value of a name; undefined: there is none, or its line is damaged. */
  find<Value>(name: string): Value | undefined {
    const at = this.#bytes.indexOf(`\n${name} `)
    if (at < 0) return undefined
    const from = at + name.length + 2
    const end = this.#bytes.indexOf('\n', from)
    if (end < 0) return undefined
    const line = this.#bytes.toString('utf8', from, end)
    const json = line.slice(9)
    if (line.slice(0, 9) !== `${checkSum(json)} `) return undefined
    return JSON.parse(json)
  }
}
