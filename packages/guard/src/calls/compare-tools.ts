import type { Tool } from '@modelcontextprotocol/client'
import { declaredTool } from 'assay-verify/lock/declared-tool'
import type { LockEntry, LockedTool } from 'assay-verify/lock/lock-file'
import { TOOL_PARTS, type ToolDigests, type ToolPart, toolDigests } from 'assay-verify/lock/server-digests'

/** How a tool differs from what a lock file pins of its server. */
export type ToolDifference =
  | { kind: 'changed'; parts: readonly ToolPart[] }
  /** The lock file has no such tool; `from`: but one under this name that is the same otherwise, and gone. */
  | { kind: 'added'; from: string | null }
  /** The server no longer lists it; `to`: but one under this name that is the same otherwise, and new. */
  | { kind: 'removed'; to: string | null }

/** The tools that differ, by name. */
export type ToolDifferences = ReadonlyMap<string, ToolDifference>

/** What is declared, compared with what is pinned. Digests are made as those of the lock file are. */
export function compareTools(locked: readonly LockedTool[], declared: readonly Tool[]): ToolDifferences {
  const digests = new Map(declared.map((tool) => [tool.name, digestsOf(tool)]))
  const names = new Set(locked.map(({ name }) => name))
  const differences = new Map<string, ToolDifference>()
  const gone = locked.filter(({ name }) => !digests.has(name))
  for (const pinned of locked) {
    const now = digests.get(pinned.name)
    const parts = now === undefined ? [] : differingParts(pinned, now)
    if (parts.length > 0) differences.set(pinned.name, { kind: 'changed', parts })
  }
  for (const pinned of gone) differences.set(pinned.name, { kind: 'removed', to: null })
  for (const [name, now] of digests) {
    if (names.has(name)) continue
    const same = gone.find((pinned) => isSameOtherwise(pinned, now) && !isTaken(differences, pinned.name))
    differences.set(name, { kind: 'added', from: same?.name ?? null })
    if (same !== undefined) differences.set(same.name, { kind: 'removed', to: name })
  }
  return differences
}

function isTaken(differences: ToolDifferences, name: string): boolean {
  const difference = differences.get(name)
  return difference?.kind === 'removed' && difference.to !== null
}

/** What a server's names lead to several entries of differs from all of them, or is as one of them has it. */
export function compareWithEntries(entries: readonly LockEntry[], declared: readonly Tool[]): ToolDifferences {
  const [first, ...others] = entries.map(({ tools }) => compareTools(tools ?? [], declared))
  if (first === undefined) return new Map()
  return new Map([...first].filter(([name]) => others.every((differences) => differences.has(name))))
}

function differingParts(pinned: LockedTool, now: ToolDigests): ToolPart[] {
  return TOOL_PARTS.filter((part) => pinned[part] !== undefined && pinned[part] !== now[part])
}

/** Whether everything that is pinned is the same, and enough of it to tell tools apart. */
function isSameOtherwise(pinned: LockedTool, now: ToolDigests): boolean {
  return differingParts(pinned, now).length === 0 && typeof pinned.description === 'string'
}

const known = new WeakMap<Tool, ToolDigests>()

function digestsOf(tool: Tool): ToolDigests {
  const before = known.get(tool)
  if (before !== undefined) return before
  const digests = toolDigests(declaredTool(tool.name, tool).tool)
  known.set(tool, digests)
  return digests
}

/** Whether a definition that was kept is what the lock file pins under its name. */
export function isAsPinned(tool: Tool, entries: readonly LockEntry[]): boolean {
  return entries.some(({ tools }) => {
    const pinned = tools?.find(({ name }) => name === tool.name)
    return pinned !== undefined && differingParts(pinned, digestsOf(tool)).length === 0
  })
}
