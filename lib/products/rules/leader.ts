import { cleanLine } from '../../core/text/hostile-text'
import type { PublisherKeys } from './corrections'
import { type Identity, makerOfDomain, makerOfOwner } from './identity'
import { compact, wordsOf } from './names'
import { type KnownPublisher, knownPublisher } from './publisher'

const LONGEST_NAME = 100

/**
 * What people call a product: of the names that most registries use, without words such as `MCP server`, the one
 * written with capitals; at most 100 characters. Never empty: where no title has a word, its id.
 */
export function nameOf(entries: readonly Identity[]): string {
  const forms = new Map<string, { registries: Set<string>; names: string[] }>()
  for (const { called, registry } of entries) {
    const name = cleanLine(called, LONGEST_NAME)
    const key = compact(wordsOf(name)) || name.toLowerCase()
    if (key === '') continue
    const form = forms.get(key) ?? { registries: new Set(), names: [] }
    forms.set(key, form)
    form.registries.add(registry)
    form.names.push(name)
  }
  const written = [...forms.values()].map(({ registries, names }) => ({
    registries: registries.size,
    times: names.length,
    name: names.sort((a, b) => Number(isPlain(a)) - Number(isPlain(b)) || inOrder(a, b))[0] ?? '',
  }))
  const [most] = written.sort(
    (a, b) =>
      b.registries - a.registries ||
      b.times - a.times ||
      Number(isPlain(a.name)) - Number(isPlain(b.name)) ||
      a.name.length - b.name.length ||
      inOrder(a.name, b.name),
  )
  return most?.name ?? cleanLine(entries[0]?.id ?? '', LONGEST_NAME)
}

const isPlain = (name: string) => name === name.toLowerCase()
const inOrder = <Value extends string | number>(a: Value, b: Value) => (a < b ? -1 : Number(a > b))

/**
 * The entries of a product, the one that speaks for it first: the publisher's own before others, of these one with an
 * address before one with a package, then a proved namespace, listed tools, the product's name, and the order of ids.
 */
export function leaderFirst(
  entries: readonly Identity[],
  { name, publisher }: { name: string; publisher: KnownPublisher },
  keys: PublisherKeys,
): Identity[] {
  const key = compact(wordsOf(name))
  const ranks = new Map(
    entries.map((entry) => [
      entry,
      [
        ownness(entry, publisher, keys),
        entry.addresses.size > 0 ? 2 : Number(entry.packages.size > 0),
        Number(entry.proved !== null),
        Number(entry.tools.size > 0),
        Number(entry.titleKey === key),
      ],
    ]),
  )
  return [...ranks]
    .sort(([one, a], [other, b]) => {
      const differing = a.findIndex((rank, at) => rank !== b[at])
      return differing < 0 ? inOrder(one.id, other.id) : (b[differing] ?? 0) - (a[differing] ?? 0)
    })
    .map(([entry]) => entry)
}

/** 2: answers at the publisher's site; 1: the publisher's account has its code or namespace; 0: neither is known. */
function ownness(entry: Identity, { name, state }: KnownPublisher, keys: PublisherKeys): number {
  if (name === null) return 0
  const maker = makerOfOwner(name, keys)
  const isAtHome = [...entry.sites.domains].some((one) => one === name || makerOfDomain(one, keys) === maker)
  if (state === 'verified' && (isAtHome || entry.makers.has(name))) return 2
  const { account, owner } = entry
  if (account !== null && owner !== null && makerOfOwner(account, keys) !== makerOfOwner(owner, keys)) return 0
  return Number(knownPublisher(entry, keys) === name || owner === name || account === name)
}
