/** What was read, or the line (from 1) at which the text stops being JSON. */
export type JsoncReading = { ok: true; value: unknown } | { ok: false; fault: 'not_json' | 'too_deep'; line: number }

/** Objects and lists within each other; files of settings have ten at most. */
const MOST_DEEP = 64

/**
 * Reads JSON as editors write their settings: with comments and with commas before a closing bracket. Of two members
 * with one name the last counts, as in JSON.parse. Never throws; takes time in proportion to the text.
 */
export function readJsonc(text: string): JsoncReading {
  const reader = new Reader(text)
  try {
    const value = reader.whole()
    return { ok: true, value }
  } catch (error) {
    if (!(error instanceof Stop)) throw error
    return { ok: false, fault: error.fault, line: text.slice(0, reader.at).split('\n').length }
  }
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

  whole(): unknown {
    const value = this.value(0)
    if (this.next() !== undefined) throw new Stop('not_json')
    return value
  }

  private value(depth: number): unknown {
    if (depth > MOST_DEEP) throw new Stop('too_deep')
    const first = this.next()
    if (first === '{') return this.object(depth)
    if (first === '[') return this.list(depth)
    return this.scalar()
  }

  private object(depth: number): Record<string, unknown> {
    const members: [string, unknown][] = []
    this.at += 1
    while (this.next() !== '}') {
      const name = this.scalar()
      if (typeof name !== 'string') throw new Stop('not_json')
      this.expect(':')
      members.push([name, this.value(depth + 1)])
      if (this.next() !== '}') this.expect(',')
    }
    this.at += 1
    // Not by assignment, which gives `__proto__` a meaning.
    return Object.fromEntries(members)
  }

  private list(depth: number): unknown[] {
    const values: unknown[] = []
    this.at += 1
    while (this.next() !== ']') {
      values.push(this.value(depth + 1))
      if (this.next() !== ']') this.expect(',')
    }
    this.at += 1
    return values
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
