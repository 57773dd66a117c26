import { quoted } from '../text/visible-text.ts'
import { LOCK_CLASS_NAMES, LOCK_CLASSES, type LockClassName } from './lock-classes.ts'
import type { LockEntry, LockedTool } from './lock-file.ts'
import type { ServedDigests } from './locked-server.ts'

/** One difference between a lock and what a server declares now. */
export interface LockDifference {
  class: LockClassName | 'removed'
  serverId: string
  /** The tool it is about; null: the server. */
  tool: string | null
  /** What of it differs, as a member of the lock file; null: it is there or not there. */
  member: string | null
  /** One sentence; names of strangers are quoted, cleaned and cut. */
  text: string
}

export interface LockComparison {
  differences: LockDifference[]
  /** Sentences on what is no difference but worth knowing. */
  notes: string[]
  /** Why it could not be compared; null: it was. */
  unchecked: string | null
}

/**
 * How what a server declares differs from what is locked, in these classes. `server` undefined: the service does not
 * know it.
 */
export function compareLock(
  entry: LockEntry,
  server: ServedDigests | undefined,
  classes: ReadonlySet<LockClassName>,
): LockComparison {
  const name = quoted(entry.id, 120)
  if (server === undefined) return unchecked(`${name} is not known to the service.`)
  const about = { serverId: entry.id, tool: null, member: null }
  if (server.isRemoved) {
    const text = `${name} was removed from its catalog and is no longer probed.`
    return { differences: [{ ...about, class: 'removed', text }], notes: [], unchecked: null }
  }
  if (server.parts.length === 0 && server.tools === null)
    return unchecked(`The service has not read what ${name} declares.`)
  const partsRead = new Map(server.parts.map(({ part, digest }) => [part, digest]))
  const lost = Object.keys(entry.parts).filter((part) => !partsRead.has(part as never))
  const chosen = LOCK_CLASS_NAMES.filter((one) => classes.has(one))
  const known = chosen.flatMap((one) => LOCK_CLASSES[one].parts).filter((part) => lost.includes(part))
  if (known.length > 0) return unchecked(`The service has not read ${known.join(', ')} of ${name}.`)
  const differences = [...partDifferences(entry, partsRead, chosen), ...toolDifferences(entry, server, chosen)]
  if (classes.has('server') && entry.version !== server.version) {
    const text = `${name} gives version ${quoted(server.version ?? 'none')} instead of ${quoted(entry.version ?? 'none')}.`
    differences.push({ ...about, class: 'server', member: 'version', text })
  }
  return { differences, notes: notesOn(entry, server, name), unchecked: null }
}

const unchecked = (why: string): LockComparison => ({ differences: [], notes: [], unchecked: why })

function partDifferences(
  { id, parts }: LockEntry,
  read: ReadonlyMap<string, string | null>,
  chosen: readonly LockClassName[],
): LockDifference[] {
  return chosen.flatMap((name) =>
    LOCK_CLASSES[name].parts.flatMap((part): LockDifference[] => {
      const [was, is] = [parts[part], read.get(part)]
      if (was === undefined || is === undefined || was === is) return []
      const how = is === null ? 'can no longer be read whole' : 'changed'
      const text = `${PART_NAMES[part]} of ${quoted(id, 120)} ${how}.`
      return [{ class: name, serverId: id, tool: null, member: part, text }]
    }),
  )
}

const PART_NAMES = {
  instructions: 'The instructions',
  serverInfo: 'The name or version',
  capabilities: 'The capabilities',
  extensions: 'The extensions',
  prompts: 'The prompts',
  resources: 'The resources',
  templates: 'The resource templates',
  skills: 'The skills',
  card: 'The server card',
} as const

function toolDifferences(
  { id, tools }: LockEntry,
  { tools: listed }: ServedDigests,
  chosen: readonly LockClassName[],
): LockDifference[] {
  if (tools === null) return []
  const now = new Map(listed?.map((tool) => [tool.name, tool]))
  const was = new Set(tools.map(({ name }) => name))
  const about = (tool: string) => ({ serverId: id, tool })
  const changed = tools.flatMap((tool) => changesOf(id, tool, now.get(tool.name), chosen))
  if (!chosen.includes('tools')) return changed
  const gone = tools.filter(({ name }) => !now.has(name))
  const added = [...now.keys()].filter((name) => !was.has(name))
  const of = (name: string) => `Tool ${quoted(name)} of ${quoted(id, 120)}`
  return [
    ...gone.map(({ name }) => ({
      ...about(name),
      class: 'tools' as const,
      member: null,
      text: `${of(name)} is gone.`,
    })),
    ...added.map((name) => ({ ...about(name), class: 'tools' as const, member: null, text: `${of(name)} is new.` })),
    ...changed,
  ]
}

function changesOf(
  serverId: string,
  was: LockedTool,
  is: NonNullable<ServedDigests['tools']>[number] | undefined,
  chosen: readonly LockClassName[],
): LockDifference[] {
  if (is === undefined) return []
  return chosen.flatMap((name) =>
    LOCK_CLASSES[name].toolParts.flatMap((member): LockDifference[] => {
      // The written form is compared only where the form that ignores the order of sets is not pinned.
      if (member === 'inputSchemaAsWritten' && was.inputSchema !== undefined) return []
      if (was[member] === undefined || was[member] === is[member]) return []
      const text = `${MEMBER_NAMES[member]} of tool ${quoted(was.name)} of ${quoted(serverId, 120)} changed.`
      return [{ class: name, serverId, tool: was.name, member, text }]
    }),
  )
}

const MEMBER_NAMES = {
  title: 'The title',
  description: 'The description',
  inputSchema: 'The input schema',
  inputSchemaAsWritten: 'The input schema',
  outputSchema: 'The output schema',
  annotations: 'The annotations',
} as const

function notesOn(entry: LockEntry, { seenBy, parts, tools }: ServedDigests, name: string): string[] {
  const unpinned = parts.filter(({ part }) => entry.parts[part] === undefined).map(({ part }) => part)
  return [
    ...(seenBy.length === 0
      ? [`${name} was not seen within the last 24 hours: compared with what was seen before.`]
      : []),
    ...(unpinned.length > 0 ? [`Not pinned yet of ${name}: ${unpinned.join(', ')}. update pins it.`] : []),
    ...(entry.tools === null && tools !== null ? [`Not pinned yet of ${name}: its tools. update pins them.`] : []),
  ]
}
