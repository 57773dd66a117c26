import { nameKey } from '../../core/lookup/asked-subject'
import type { NameKind } from '../../core/lookup/server-name'
import { type AskedNames, MOST_READ, MOST_WITH_TOOLS, type NamedSubject } from '../catalog/named-subjects'
import type { HeldSubject, WordedSubject } from './held-subject'
import { Lists } from './lists'

/** What subjects in memory are named by; answers as `listNamedSubjects` does. */
export class HeldNames {
  readonly #byName = new Lists<string, WordedSubject>()
  /** Servers by the last word of their id. */
  readonly #byLastWord = new Lists<string, WordedSubject>()
  /** Servers by kind and name of what they are found by besides, and their place in that. */
  readonly #byStoredName = new Lists<string, WordedSubject>()

  add(subject: WordedSubject): void {
    for (const [lists, key] of this.#placesOf(subject)) lists.add(key, subject)
  }

  remove(subject: WordedSubject): void {
    for (const [lists, key] of this.#placesOf(subject)) lists.remove(key, subject)
  }

  /** `find`: a subject by its id; `toolsOf`: the subjects of a server by its key. */
  list(
    { text, tail, repositories, packages }: AskedNames,
    find: (id: string) => HeldSubject | undefined,
    toolsOf: (serverKey: number) => readonly WordedSubject[],
  ): NamedSubject[] {
    const named = this.#byName.get(keyOf(text)).filter(isShown)
    const endings = this.#serversEndingWith(text).filter(isShown)
    const found = [
      ...serversFirst(named)
        .slice(0, MOST_READ)
        .map((one) => namedBy(one, 'name')),
      ...endings.slice(0, MOST_READ).map((one) => namedBy(one, 'ending')),
      ...[...new Set(packages)]
        .flatMap((name) => [...this.#stored('npm', name), ...this.#stored('pypi', name)])
        .slice(0, MOST_READ),
    ]
    if (tail === null && repositories.length === 0) return found
    found.push(...[...new Set(repositories)].flatMap((name) => this.#stored('repository', name)).slice(0, MOST_READ))
    const whole = find(text)
    if (isWorded(whole) && (isShown(whole) || whole.rating.kind === 'tool')) found.push(namedBy(whole, 'id'))
    return tail === null ? found : [...found, ...this.#toolsEndingWith(text.slice(0, -1 - tail.length), tail, toolsOf)]
  }

  /** Tools named like the end of the text, of servers whose id ends with the rest of it. */
  #toolsEndingWith(head: string, tail: string, toolsOf: (serverKey: number) => readonly WordedSubject[]) {
    const key = keyOf(tail)
    const tools = this.#serversEndingWith(head)
      .slice(0, MOST_WITH_TOOLS)
      .flatMap(({ rating }) => toolsOf(rating.serverKey))
    return tools
      .filter(({ rating, words }) => rating.kind === 'tool' && words.listed && keyOf(words.name) === key)
      .slice(0, MOST_READ)
      .map((one) => namedBy(one, 'ending'))
  }

  #serversEndingWith(text: string): WordedSubject[] {
    const key = keyOf(text)
    return this.#byLastWord.get(lastWordOf(key)).filter(({ rating: { id } }) => ` ${keyOf(id)}`.endsWith(` ${key}`))
  }

  #stored(kind: 'npm' | 'pypi' | 'repository', name: string): NamedSubject[] {
    return this.#byStoredName
      .get(`${kind} ${name}`)
      .filter(isShown)
      .flatMap((one) => {
        const held = one.words.server.names.find((other) => other.kind === kind && other.name === name)
        return held === undefined ? [] : [{ ...namedBy(one, kind), found: name, path: held.path }]
      })
  }

  #placesOf({ rating, words }: WordedSubject): Place[] {
    const name: Place = [this.#byName, keyOf(words.name)]
    if (rating.kind === 'tool') return [name]
    const stored = words.server.names.flatMap(({ kind, name: own }): Place[] =>
      isAskedFor(kind) ? [[this.#byStoredName, `${kind} ${own}`]] : [],
    )
    return [name, [this.#byLastWord, lastWordOf(keyOf(rating.id))], ...stored]
  }
}

type Place = [lists: Lists<string, WordedSubject>, key: string]
const isAskedFor = (kind: NameKind) => kind === 'npm' || kind === 'pypi' || kind === 'repository'

export function isWorded(held: HeldSubject | undefined): held is WordedSubject {
  return held !== undefined && held.words !== null
}

/** Of longer texts the beginning counts, as in the database. */
const COMPARED = 512
const keyOf = (text: string) => nameKey(text.slice(0, COMPARED))
const lastWordOf = (key: string) => key.slice(key.lastIndexOf(' ') + 1)

const isShown = ({ rating: { kind, removedAt }, words }: WordedSubject) =>
  words.listed || (kind === 'server' && removedAt === null)

function serversFirst(subjects: readonly WordedSubject[]): WordedSubject[] {
  return subjects.toSorted((a, b) => Number(a.rating.kind === 'tool') - Number(b.rating.kind === 'tool'))
}

function namedBy({ rating: { id, kind, verdict, score } }: HeldSubject, by: NamedSubject['by']): NamedSubject {
  return { id, kind, verdict, score, by, found: '', path: '' }
}
