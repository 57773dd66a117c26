/** One challenge of a `WWW-Authenticate` header: scheme and parameter names in lower case, values as sent. */
export interface Challenge {
  scheme: string
  parameters: ReadonlyMap<string, string>
}

/** What is read of all headers together; further text is left out. */
const MOST_CHARACTERS = 8192
const MOST_CHALLENGES = 16
const MOST_PARAMETERS = 32

const TOKEN = /[!#$%&'*+.^_`|~0-9A-Za-z-]+/y
const TOKEN68 = /[A-Za-z0-9._~+/-]+=*(?=[ \t]*(?:,|$))/y
const SPACE = /[ \t]*/y
const SEPARATORS = /[ \t,]*/y
const UNREADABLE = /[^,]*/y

/**
 * The challenges of `WWW-Authenticate` headers (RFC 9110, section 11.6.1), in order: several in one header, quoted
 * strings with escapes, `token68` (skipped). What cannot be read is skipped up to the next comma; a quoted string
 * without an end ends its header. Of a repeated parameter the first counts. In linear time: at most 8,192 characters,
 * 16 challenges and 32 parameters of each are read.
 */
export function parseChallenges(headers: readonly string[]): Challenge[] {
  const found: Challenge[] = []
  let budget = MOST_CHARACTERS
  for (const header of headers) {
    found.push(...new Reader(header.slice(0, budget)).challenges(MOST_CHALLENGES - found.length))
    budget -= Math.min(budget, header.length)
    if (budget === 0 || found.length === MOST_CHALLENGES) break
  }
  return found
}

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  challenges(most: number): Challenge[] {
    const found: { scheme: string; parameters: Map<string, string> }[] = []
    while (this.#at < this.#text.length) {
      this.#take(SEPARATORS)
      const name = this.#take(TOKEN).toLowerCase()
      const spaced = this.#take(SPACE) !== ''
      if (name === '') this.#take(UNREADABLE)
      else if (this.#text[this.#at] === '=') this.#readParameter(name, found.at(-1)?.parameters)
      else if (found.length === most) break
      else {
        found.push({ scheme: name, parameters: new Map() })
        if (spaced) this.#take(TOKEN68)
      }
    }
    return found
  }

  #readParameter(name: string, parameters: Map<string, string> | undefined): void {
    this.#at += 1
    this.#take(SPACE)
    const value = this.#text[this.#at] === '"' ? this.#quoted() : this.#take(TOKEN)
    if (value === undefined) this.#at = this.#text.length
    else if (parameters !== undefined && parameters.size < MOST_PARAMETERS && !parameters.has(name))
      parameters.set(name, value)
  }

  /** undefined: it has no end. */
  #quoted(): string | undefined {
    const pieces: string[] = []
    let from = this.#at + 1
    for (let at = from; at < this.#text.length; at += 1) {
      const character = this.#text[at]
      if (character === '"') {
        pieces.push(this.#text.slice(from, at))
        this.#at = at + 1
        return pieces.join('')
      }
      if (character === '\\') {
        pieces.push(this.#text.slice(from, at))
        from = at + 1
        at += 1
      }
    }
    return undefined
  }

  #take(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const taken = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += taken.length
    return taken
  }
}
