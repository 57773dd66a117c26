import type { ServerKey } from 'assay-decide/bundle'
import type { LineFile } from './line-file.ts'

/** The name of the line with the keys that a view was made for. */
export const WANTED = 'wanted'

/** The keys that a view was made for, whether it has servers of them or not. */
export function keysWanted(lines: LineFile | null): readonly ServerKey[] {
  return lines?.find<ServerKey[]>(WANTED) ?? []
}
