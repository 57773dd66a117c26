import { createHash } from 'node:crypto'
import type { Upstream } from '../upstream/upstream.ts'

/** What clients accept of a tool's name. */
const LONGEST_NAME = 64
const SEPARATOR = '__'

/** A name as the agent sees it, and whose it is. */
export interface Target {
  upstream: Upstream
  /** As its server calls it. */
  name: string
}

/** The names of all servers together: as they are where there is one server, with its name before them otherwise. */
export class Names {
  readonly #targets = new Map<string, Target>()
  readonly #shown = new Map<Upstream, ReadonlyMap<string, string>>()
  readonly #prefixes: readonly (readonly [prefix: string, upstream: Upstream])[]

  /** `namesOf`: what a server lists, each name once. Of names that come out the same, the first keeps its own. */
  constructor(upstreams: readonly Upstream[], namesOf: (upstream: Upstream) => readonly string[]) {
    this.#prefixes = upstreams.length === 1 ? upstreams.map((only) => ['', only]) : prefixes(upstreams)
    for (const [prefix, upstream] of this.#prefixes) {
      const shown = new Map<string, string>()
      for (const name of namesOf(upstream)) {
        const full = prefix === '' ? name : withinLength(`${prefix}${name}`, upstream, name)
        const free = this.#targets.has(full) ? withDigest(full, upstream, name) : full
        this.#targets.set(free, { upstream, name })
        shown.set(name, free)
      }
      this.#shown.set(upstream, shown)
    }
  }

  /** What the agent calls what a server lists; undefined: it lists no such name. */
  shown(upstream: Upstream, name: string): string | undefined {
    return this.#shown.get(upstream)?.get(name)
  }

  /** Whose a name is, also of one that its server does not list (yet); undefined: of no server. */
  target(shown: string): Target | undefined {
    const listed = this.#targets.get(shown)
    if (listed !== undefined) return listed
    const fitting = this.#prefixes.filter(([prefix]) => shown.startsWith(prefix))
    const [longest] = fitting.toSorted(([a], [b]) => b.length - a.length)
    return longest && { upstream: longest[1], name: shown.slice(longest[0].length) }
  }
}

function prefixes(upstreams: readonly Upstream[]): (readonly [string, Upstream])[] {
  const taken = new Set<string>()
  return upstreams.map((upstream) => {
    const { name } = upstream.server
    const letters = name.replace(/[^A-Za-z0-9_-]/g, '').slice(0, LONGEST_NAME / 2)
    const isSame = letters !== '' && !taken.has(letters)
    const word = isSame ? letters : `${letters}${letters === '' ? 's' : '-'}${digestOf(name)}`
    taken.add(word)
    return [`${word}${SEPARATOR}`, upstream] as const
  })
}

function withinLength(full: string, upstream: Upstream, name: string): string {
  return full.length <= LONGEST_NAME ? full : withDigest(full, upstream, name)
}

function withDigest(full: string, upstream: Upstream, name: string): string {
  const end = `_${digestOf(`${upstream.server.name}\n${name}`)}`
  return `${full.slice(0, LONGEST_NAME - end.length)}${end}`
}

const digestOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
