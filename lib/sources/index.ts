import { openFiles } from './file'
import { type OfficialRegistrySettings, openOfficialRegistry } from './official-registry'
import { openReference } from './reference'
import type { RunAid, SourceMemory, SourceRun } from './source'

/** What the sources need to know; each is off where its part is null or empty. */
export interface SourceSettings {
  officialRegistry: OfficialRegistrySettings | null
  /** Where the everything server of this process listens (`ReferenceServers.origin`). */
  reference: { everythingOrigin: string } | null
  /** Paths of catalog files. */
  files: readonly string[]
}

/** Where tools come from. */
export interface Source {
  /** Facts of a server that came from a source of higher precedence are never overwritten by one of lower. */
  precedence: number
  /** Time between two runs; null: it runs when it is asked to, or when this process starts. */
  intervalMs: number | null
  /** A run, whose batches are read one after the other; null where the settings switch the source off. */
  open(settings: SourceSettings, memory: SourceMemory, aid: RunAid): SourceRun | null
}

const HOUR_MS = 3_600_000

/** Every source by the name under which the store remembers it. */
export const SOURCES = {
  reference: {
    precedence: 3,
    intervalMs: null,
    open: ({ reference }) => reference && openReference(reference.everythingOrigin),
  },
  'official-registry': {
    precedence: 2,
    intervalMs: HOUR_MS,
    open: ({ officialRegistry }, memory, aid) =>
      officialRegistry && openOfficialRegistry(officialRegistry, memory, aid),
  },
  file: {
    precedence: 1,
    intervalMs: null,
    open: ({ files }) => (files.length === 0 ? null : openFiles(files)),
  },
} as const satisfies Record<string, Source>
export type SourceName = keyof typeof SOURCES
