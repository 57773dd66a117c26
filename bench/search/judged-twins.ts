import type { CatalogServer } from '../../lib/core/catalog/catalog'
import { backendKeys } from '../../lib/search/alternatives/independence'
import { documentsOf } from '../../lib/search/index/search-document'

/** Grades of a request by tool id, 0 to 3. */
export type Grades = Readonly<Record<string, number>>

/** What a tool shares with its twins, the surest first; nothing for an unknown tool. */
export type TwinKeys = ReadonlyMap<string, readonly string[]>

/**
 * Twins are tools of the same name and description, or of the same repository and name. Tools without a description are
 * twins only by their repository. A server that lists no tools is a tool here, its title the name, as it is for search.
 */
export function twinKeysOf(servers: readonly CatalogServer[]): TwinKeys {
  const keys = new Map<string, readonly string[]>()
  for (const server of servers) {
    const { repository } = backendKeys({ ...server, serverId: server.id })
    for (const { id, name, description } of documentsOf(server)) {
      const text = description.trim()
      keys.set(id, [
        ...(text === '' ? [] : [JSON.stringify(['text', name, text])]),
        ...(repository === null ? [] : [JSON.stringify(['repository', repository, name])]),
      ])
    }
  }
  return keys
}

/**
 * The grade of a tool for the request with these grades: its own, else that of the first graded twin; null: neither has
 * one.
 */
export function graderOf(grades: Grades, keys: TwinKeys): (id: string) => number | null {
  const gradeOfKey = new Map<string, number>()
  for (const [id, grade] of Object.entries(grades)) {
    for (const key of keys.get(id) ?? []) if (!gradeOfKey.has(key)) gradeOfKey.set(key, grade)
  }
  return (id) => {
    if (Object.hasOwn(grades, id)) return grades[id] ?? null
    const graded = keys.get(id)?.find((key) => gradeOfKey.has(key))
    return graded === undefined ? null : (gradeOfKey.get(graded) ?? null)
  }
}
