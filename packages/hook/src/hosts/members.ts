import { dirname } from 'node:path'

export type Members = Readonly<Record<string, unknown>>

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The member of a value; undefined: the value has no members, or not this one. */
export function member(value: unknown, name: string): unknown {
  return isMembers(value) && Object.hasOwn(value, name) ? value[name] : undefined
}

export function textOr<Other>(value: unknown, other: Other): string | Other {
  return typeof value === 'string' ? value : other
}

export function membersOrNull(value: unknown): Members | null {
  return isMembers(value) ? value : null
}

export function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null
}

const MOST_PARENTS = 32

/** A folder and those above it. */
export function withParents(folder: string): string[] {
  const folders = [folder]
  for (let above = dirname(folder); above !== folders.at(-1) && folders.length < MOST_PARENTS; above = dirname(above))
    folders.push(above)
  return folders
}
