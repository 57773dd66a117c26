import { grouped } from 'assay-verify/grouped'
import type { SetupServerMatch } from 'assay-verify/setup/setup-lookup'
import { NOT_LOOKED_UP, type SetupServer } from 'assay-verify/setup/setup-server'

/** What is known of a server's packages: the newest version by name; null: none is known. */
export type NewestVersions = Readonly<Record<string, string | null>>

/** Names of a setup by server, and what of it has no server. */
export interface SetupNotes {
  byServer: ReadonlyMap<string, readonly SetupServer[]>
  /** Looked up, and not known here. */
  unknown: readonly SetupServer[]
  /** Not looked up. */
  skipped: readonly SetupServer[]
}

/**
 * Sorts the entries of a setup by what became of them. An entry with several servers belongs to the first, which is the
 * best.
 */
export function setupNotes(checked: readonly SetupServerMatch[]): SetupNotes {
  const best = checked.flatMap(({ entry, serverIds: [id] }) => (id === undefined ? [] : [[id, entry] as const]))
  const without = checked.filter(({ serverIds }) => serverIds.length === 0).map(({ entry }) => entry)
  return {
    byServer: grouped(best),
    unknown: without.filter(({ why }) => why === undefined),
    skipped: without.filter(({ why }) => why !== undefined),
  }
}

/**
 * How a setup's version compares with the newest one: `version 1.2.0; the newest is 1.4.1`. null: the setup names no
 * version.
 */
export function versionNote({ version, identifiers }: SetupServer, newest: NewestVersions): string | null {
  if (version === null) return null
  const name = identifiers.map(({ text }) => text.replace(/^pkg:docker\//, '').toLowerCase())
  const known = Object.entries(newest).find(([its]) => name.includes(its.toLowerCase()))?.[1]
  if (known == null) return `version ${version}`
  return known === version ? `version ${version}, the newest` : `version ${version}; the newest is ${known}`
}

/** Why an entry was not looked up. */
export function whySkipped({ why }: SetupServer): string {
  return why === undefined ? '' : NOT_LOOKED_UP[why]
}

/** How an entry was looked up, for its reader. */
export function lookedUpAs({ identifiers }: SetupServer): string {
  return identifiers.map(({ text }) => text).join(', ')
}
