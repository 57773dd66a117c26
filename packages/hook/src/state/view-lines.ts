import type { BundleView, KnownServer, ServerKey } from 'assay-decide/bundle'
import type { LineFile } from './line-file.ts'

// The part of the bundle that the setups of this machine need, as a file of lines that a call reads: `view` has its
// times, a line `k:KEY` the servers of a key, a line `i:ID` the keys that a server was found by.

/** When it was assessed and from when on nothing may be decided from it, in ms since 1970. */
export type ViewTimes = Pick<BundleView, 'assessedAt' | 'expiresAt'>

/** The lines of a view. */
export function* viewLines(view: BundleView): Generator<[string, unknown]> {
  const { assessedAt, expiresAt, servers } = view
  yield ['view', { assessedAt, expiresAt } satisfies ViewTimes]
  const keysOf = new Map<string, ServerKey[]>()
  for (const [key, known] of servers) {
    yield [`k:${key}`, known]
    for (const { facts } of known) keysOf.set(facts.id, [...(keysOf.get(facts.id) ?? []), key])
  }
  for (const [id, keys] of keysOf) yield [`i:${encodeURIComponent(id)}`, keys]
}

export function viewTimes(lines: LineFile | null): ViewTimes | null {
  return lines?.find<ViewTimes>('view') ?? null
}

/** The servers of a key; undefined: the view does not have it. */
export function serversOfKey(lines: LineFile | null, key: ServerKey): readonly KnownServer[] | undefined {
  return lines?.find<KnownServer[]>(`k:${key}`)
}

/** The servers of the first of these keys that the view has; undefined: it has none of them. */
export function serversOfKeys(lines: LineFile | null, keys: readonly ServerKey[]): readonly KnownServer[] | undefined {
  return keys.map((key) => serversOfKey(lines, key)).find((servers) => servers !== undefined)
}

/** The keys by which a setup named a server; empty: none does. */
export function keysOfServer(lines: LineFile | null, id: string): readonly ServerKey[] {
  return lines?.find<ServerKey[]>(`i:${encodeURIComponent(id)}`) ?? []
}
