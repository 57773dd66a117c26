import type { DeclaredPart } from './declared-part.ts'
import type { LockEntry, LockedTool, LockFile } from './lock-file.ts'
import type { ToolDigests } from './server-digests.ts'

/** What a service answers of one server, as far as a lock needs it. */
export interface ServedDigests {
  serverId: string
  version: string | null
  leaf: { index: number } | null
  /** Nothing of it is probed any more. */
  isRemoved: boolean
  tools: readonly (ToolDigests & { inputSchemaAsWritten: string | null })[] | null
  parts: readonly { part: DeclaredPart; digest: string | null }[]
  /** Within the last 24 hours. */
  seenBy: readonly { vantage: string }[]
}

/** What a lock pins of a server as it is now. Members of the former entry that are not known here are kept. */
export function lockEntryOf(server: ServedDigests, former?: LockEntry): LockEntry {
  const formerTool = new Map(former?.tools?.map((tool) => [tool.name, tool]))
  return {
    ...former,
    id: server.serverId,
    version: server.version,
    leaf: server.leaf?.index ?? null,
    parts: { ...former?.parts, ...Object.fromEntries(server.parts.map(({ part, digest }) => [part, digest])) },
    tools: server.tools?.map((tool) => ({ ...formerTool.get(tool.name), ...lockedTool(tool) })) ?? null,
  }
}

function lockedTool({
  name,
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
  inputSchemaAsWritten,
}: NonNullable<ServedDigests['tools']>[number]): LockedTool {
  return { name, title, description, inputSchema, outputSchema, annotations, inputSchemaAsWritten }
}

/** The file with these entries in place of, or beside, those it has. */
export function withLockEntries(file: LockFile, entries: readonly LockEntry[]): LockFile {
  const byId = new Map(file.servers.map((entry) => [entry.id, entry]))
  for (const entry of entries) byId.set(entry.id, entry)
  return { ...file, servers: [...byId.values()] }
}
