// Where values of JSON with comments begin and end in its text, so that one of them is changed and all else stays.

/** A value in a text, from its first character to the one after its last. */
export interface JsonNode {
  start: number
  end: number
  /** Of an object; of members of one name the last counts. */
  members?: { name: string; start: number; value: JsonNode }[]
  /** Of a list. */
  items?: JsonNode[]
}

const MOST_DEEP = 64

/** The value of a text; undefined: it is no JSON with comments. */
export function parseJsonText(text: string): JsonNode | undefined {
  try {
    const reader = new Reader(text)
    const node = reader.value(0)
    reader.skip()
    return reader.at === text.length ? node : undefined
  } catch {
    return undefined
  }
}

class Reader {
  at = 0
  readonly #text: string

  constructor(text: string) {
    this.#text = text
    if (text.startsWith('\uFEFF')) this.at = 1
  }

  skip(): void {
    const blank = /(?:\s|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y
    blank.lastIndex = this.at
    blank.exec(this.#text)
    this.at = blank.lastIndex
  }

  value(depth: number): JsonNode {
    if (depth > MOST_DEEP) throw new SyntaxError('too deep')
    this.skip()
    const start = this.at
    const first = this.#text[start]
    if (first === '{') return { start, members: this.#entries('}', () => this.#member(depth)), end: this.at }
    if (first === '[') return { start, items: this.#entries(']', () => this.value(depth + 1)), end: this.at }
    this.#plain()
    return { start, end: this.at }
  }

  #entries<Entry>(close: string, read: () => Entry): Entry[] {
    const entries: Entry[] = []
    this.at += 1
    for (;;) {
      this.skip()
      if (this.#text[this.at] === close) break
      entries.push(read())
      this.skip()
      if (this.#text[this.at] === ',') this.at += 1
      else if (this.#text[this.at] !== close) throw new SyntaxError('no comma')
    }
    this.at += 1
    return entries
  }

  #member(depth: number): { name: string; start: number; value: JsonNode } {
    const start = this.at
    const name: unknown = this.#plain()
    this.skip()
    if (typeof name !== 'string' || this.#text[this.at] !== ':') throw new SyntaxError('no member')
    this.at += 1
    return { name, start, value: this.value(depth + 1) }
  }

  /** A text, number or word. */
  #plain(): unknown {
    const token = /"(?:[^"\\\n]|\\.)*"|[-+\w.]+/y
    token.lastIndex = this.at
    const [read = ''] = token.exec(this.#text) ?? []
    this.at += read.length
    return JSON.parse(read)
  }
}
