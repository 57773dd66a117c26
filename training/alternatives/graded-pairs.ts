import { readFileSync } from 'node:fs'
import type { CatalogServer } from '../../lib/core/catalog/catalog'
import type { SubjectDescription } from '../../lib/core/catalog/subject-description'
import { findCandidates, measurePairs, worthComparing } from '../../lib/search/alternatives/find-same'
import { type BackendKeys, backendKeys, canStandIn, independence } from '../../lib/search/alternatives/independence'
import type { Ranker } from '../../lib/search/rank/rank'

/** A tool with grades of what may replace it: 3 same purpose, 2 would do, 1 related or another product, 0 no. */
export interface GradedTool {
  toolId: string
  grades: Readonly<Record<string, number>>
}

/** A subject of the catalog with what it runs on. */
export interface CatalogSubject {
  compared: SubjectDescription
  origin: BackendKeys
}

/** What may replace a tool. `grade` null: nobody graded it. */
export interface MeasuredPair {
  id: string
  grade: number | null
  row: Float32Array
  inOtherProduct: boolean
}

export function readGradedTools(path: string): GradedTool[] {
  const lines = readFileSync(path, 'utf8').split('\n')
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as GradedTool)
}

/** Every subject of these servers, by id. */
export function subjectsOf(servers: readonly CatalogServer[]): Map<string, CatalogSubject> {
  return new Map(servers.flatMap((server) => ofServer(server).map((one) => [one.compared.id, one] as const)))
}

function ofServer(server: CatalogServer): CatalogSubject[] {
  const { id: serverId, title: serverTitle, description: serverDescription } = server
  const origin = backendKeys({ ...server, serverId })
  const common = { serverId, serverTitle, serverDescription }
  const whole = { id: serverId, kind: 'server' as const, name: serverTitle, title: null, inputSchema: null }
  const tools = server.tools.map(({ name, title, description, inputSchema }) => ({
    ...{ id: `${serverId}/${name}`, kind: 'tool' as const, name, title: title ?? null },
    ...{ description, inputSchema: inputSchema ?? null, ...common },
  }))
  return [{ ...whole, description: serverDescription, ...common }, ...tools].map((compared) => ({ compared, origin }))
}

/** The candidates that the service would compare with a tool and that are not ruled out, with their signals. */
export function measureCandidates(
  ranker: Ranker,
  subjects: ReadonlyMap<string, CatalogSubject>,
  { toolId, grades }: GradedTool,
): MeasuredPair[] {
  const { original, candidates } = candidatesFor(ranker, subjects, toolId)
  return measurePairs(ranker, original, candidates).flatMap((measured, place) => {
    const id = candidates[place]?.candidate.id ?? ''
    return measured === null ? [] : [{ id, grade: grades[id] ?? null, ...measured }]
  })
}

/** What the service would compare with a subject. */
export function candidatesFor(ranker: Ranker, subjects: ReadonlyMap<string, CatalogSubject>, toolId: string) {
  const original = subjects.get(toolId)
  if (original === undefined) throw new Error(`the catalog has no ${toolId}`)
  const isIndependent = (id: string) => {
    const other = subjects.get(id)
    return other !== undefined && canStandIn(independence(original.origin, other.origin))
  }
  const worth = worthComparing(findCandidates(ranker, original.compared), isIndependent)
  const candidates = worth.flatMap((candidate) => {
    const other = subjects.get(candidate.id)
    return other === undefined ? [] : [{ candidate, compared: other.compared }]
  })
  return { original: original.compared, candidates }
}
