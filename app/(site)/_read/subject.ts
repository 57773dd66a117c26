import { idFault } from 'assay-verify/subject-id'
import { cache } from 'react'
import type { Context } from '@/lib/api/context'
import { score } from '@/lib/api/operations/score'
import { alternativesPage } from '@/lib/api/page-data/alternatives-page'
import { newestProbes, type Profile, profile } from '@/lib/api/page-data/profile'
import { sentProbes } from '@/lib/api/page-data/sent-probes'
import { serverPage } from '@/lib/api/page-data/server-page'
import { settledHealth } from '@/lib/api/page-data/settled-health'
import { toolPage } from '@/lib/api/page-data/tool-page'
import { isApiError } from '@/lib/contract/errors'
import { isFixture } from '@/lib/core/catalog/fixtures'
import { declarations } from '@/lib/declarations/operations/declarations'
import { getContext } from '@/lib/runtime/app'

/** The id in a path, for pages and layouts, which receive their segments undecoded. Undefined where it is malformed. */
export function idOf(segments: readonly string[]): string | undefined {
  try {
    return idOfDecoded(segments.map(decodeURIComponent))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/**
 * The same for `generateMetadata`, whose segments Next has already decoded; decoding twice would corrupt a name with
 * `%`.
 */
export function idOfDecoded(segments: readonly string[]): string | undefined {
  const id = segments.join('/')
  return idFault(id) === undefined ? id : undefined
}

/** The data of a subject, or for an unknown id the nearest known ones; `fixture`: the id that no page is about. */
export type MissingReading = { known: false; nearest: string[]; fixture?: string }
type Reading<T> = { known: true; facts: T } | MissingReading

// Metadata and page of one request read the same data; `cache` reads it once.

/** The page of a server; `facts` null: the id is that of a tool. */
export const readServer = readingOf('server', serverPage)

/** The page of a tool; `facts` null: the id is that of a server. */
export const readTool = readingOf('tool', toolPage)

function readingOf<T>(kind: Profile['kind'], load: (entry: Profile, context: Context) => Promise<T>) {
  return cache((id: string | undefined) =>
    read(id, async (toolId) => {
      const context = await getContext()
      const entry = await profile({ toolId }, context)
      return entry.kind === kind ? load(entry, context) : null
    }),
  )
}

/** What the verdict and the score of a server or tool rest on. */
export const readProof = cache((id: string | undefined) =>
  read(id, async (toolId) => {
    const context = await getContext()
    const entry = await profile({ toolId }, context)
    const [verdict, rating, declared, probes] = await Promise.all([
      settledHealth(toolId, context),
      score({ toolId, explain: true }, context),
      declarations({ toolId }, context),
      newestProbes(entry.serverKey, context),
    ])
    return { health: verdict, rating, entry, declared, probes }
  }),
)

export const readAlternatives = cache((id: string | undefined) =>
  read(id, async (toolId) => alternativesPage(toolId, await getContext())),
)

/** `before`: an instant that begins a page of older probes; null: the newest. */
export const readSentProbes = cache((id: string | undefined, before: string | null) =>
  read(id, async (toolId) =>
    sentProbes({ toolId, before: before === null ? null : new Date(before) }, await getContext()),
  ),
)

async function read<T>(id: string | undefined, load: (toolId: string) => Promise<T>): Promise<Reading<T>> {
  if (id === undefined) return { known: false, nearest: [] }
  if (isFixture(id)) return { known: false, nearest: [], fixture: id }
  try {
    return { known: true, facts: await load(id) }
  } catch (error) {
    if (isApiError(error) && error.status === 404)
      return { known: false, nearest: (error.extra.nearest ?? []).filter((near) => !isFixture(near)) }
    throw error
  }
}
