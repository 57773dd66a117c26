/** A value in a text, from its first character to the one after its last. */
export interface JsoncNode {
  start: number
  end: number
  /** Of an object; of members of one name the last counts, as in JSON.parse. */
  members?: { name: string; start: number; value: JsoncNode }[]
  /** Of a list. */
  items?: JsoncNode[]
  /** Of anything else. */
  scalar?: unknown
}

/** What was read, or the line (from 1) at which the text stops being JSON. */
export type JsoncReading = { ok: true; root: JsoncNode } | { ok: false; fault: 'not_json' | 'too_deep'; line: number }

/** Objects and lists within each other; files of settings have ten at most. */
const MOST_DEEP = 64

/**
 * Reads JSON as editors write their settings: with comments, with commas before a closing bracket, and after a byte
 * order mark. Never throws; takes time in proportion to the text.
 */
export function readJsonc(text: string): JsoncReading {
  const reader = new Reader(text)
  try {
    return { ok: true, root: reader.whole() }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { ok: false, fault: error.fault, line: text.slice(0, reader.at).split('\n').length }
  }
}

/** What a node stands for. */
export function jsoncValue({ members, items, scalar }: JsoncNode): unknown {
  // Not by assignment, which gives `__proto__` a meaning.
  if (members !== undefined) return Object.fromEntries(members.map(({ name, value }) => [name, jsoncValue(value)]))
  return items === undefined ? scalar : items.map(jsoncValue)
}

class Stop extends Error {
  constructor(
    readonly fault: 'not_json' | 'too_deep',
    options?: ErrorOptions,
  ) {
    super(fault, options)
  }
}

/** A string, a number or a word at the place where the search starts. */
const SCALAR = /"(?:[^"\\\n\r]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
/** White space, a byte order mark, and comments. */
const SPACE = /(?:[\s\ufeff]+|\/\/[^\n]*|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*/y

class Reader {
  at = 0
  constructor(private readonly text: string) {}

  whole(): JsoncNode {
    const root = this.value(0)
    if (this.next() !== undefined) throw new Stop('not_json')
    return root
  }

  private value(depth: number): JsoncNode {
    if (depth > MOST_DEEP) throw new Stop('too_deep')
    const first = this.next()
    const start = this.at
    if (first === '{') return { start, members: this.entries('}', () => this.member(depth)), end: this.at }
    if (first === '[') return { start, items: this.entries(']', () => this.value(depth + 1)), end: this.at }
    return { start, scalar: this.scalar(), end: this.at }
  }

  private entries<Entry>(close: string, read: () => Entry): Entry[] {
    const entries: Entry[] = []
    this.at += 1
    while (this.next() !== close) {
      entries.push(read())
      if (this.next() !== close) this.expect(',')
    }
    this.at += 1
    return entries
  }

  private member(depth: number): { name: string; start: number; value: JsoncNode } {
    const start = this.at
    const name = this.scalar()
    if (typeof name !== 'string') throw new Stop('not_json')
    this.expect(':')
    return { name, start, value: this.value(depth + 1) }
  }

  private scalar(): unknown {
    SCALAR.lastIndex = this.at
    const found = SCALAR.exec(this.text)?.[0]
    if (found === undefined) throw new Stop('not_json')
    try {
      const value: unknown = JSON.parse(found)
      this.at += found.length
      return value
    } catch (cause) {
      throw new Stop('not_json', { cause })
    }
  }

  private expect(character: string): void {
    if (this.next() !== character) throw new Stop('not_json')
    this.at += 1
  }

  /** The next character that is neither space nor comment; undefined at the end. */
  private next(): string | undefined {
    SPACE.lastIndex = this.at
    this.at += SPACE.exec(this.text)?.[0].length ?? 0
    return this.text[this.at]
  }
}
