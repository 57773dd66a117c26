import type { IdentifierKind, SetupServer } from './setup-server.ts'

/** The most entries of one list of a lookup that are sent. */
const MOST_SENT = 500

/** The body of a bulk lookup: names only. */
export type SetupLookup = Partial<Record<(typeof LIST_OF)[IdentifierKind], string[]>>

const LIST_OF = { id: 'ids', package: 'packages', repo: 'repos', url: 'urls' } as const

/**
 * All that leaves a reader's browser for a setup: the identifiers of its entries, each once. undefined: nothing to look
 * up.
 */
export function lookupOf(entries: readonly SetupServer[]): SetupLookup | undefined {
  const identifiers = entries.flatMap((entry) => entry.identifiers)
  const body: SetupLookup = {}
  for (const { kind, text } of identifiers) {
    const list = body[LIST_OF[kind]] ?? []
    body[LIST_OF[kind]] = list
    if (!list.includes(text) && list.length < MOST_SENT) list.push(text)
  }
  return Object.keys(body).length === 0 ? undefined : body
}

/** A row of a lookup's answer, as far as it is needed to find an entry's server. */
export interface LookupMatch {
  input: string
  kind: IdentifierKind
  serverId: string
  match: 'exact' | 'repository'
}

/** An entry with the servers it may be, the best first; empty: none is known. */
export interface SetupServerMatch {
  entry: SetupServer
  serverIds: readonly string[]
}

/**
 * The servers of each entry: those of its likeliest reading that names any. Of a repository as a whole only exact
 * matches count.
 */
export function matchSetupServers(entries: readonly SetupServer[], rows: readonly LookupMatch[]): SetupServerMatch[] {
  const idsOf = new Map<string, string[]>()
  for (const { input, kind, serverId, match } of rows) {
    const key = `${kind} ${input}`
    if (match === 'exact') idsOf.set(key, [...(idsOf.get(key) ?? []), serverId])
  }
  return entries.map((entry) => ({
    entry,
    serverIds:
      entry.identifiers.map(({ kind, text }) => idsOf.get(`${kind} ${text}`)).find((ids) => ids !== undefined) ?? [],
  }))
}
