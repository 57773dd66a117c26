import type { Tool } from '@modelcontextprotocol/client'
import { shownName } from 'assay-decide/shown-name'
import type { LockEntry } from 'assay-verify/lock/lock-file'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import { compareWithEntries, isAsPinned, type ToolDifference, type ToolDifferences } from './compare-tools.ts'
import type { LockPins } from './lock-pins.ts'
import type { PinnedTools } from './pinned-tools.ts'

interface Compared {
  declared: readonly Tool[]
  entries: readonly LockEntry[]
  differences: ToolDifferences
  listed: readonly Tool[]
}

const NOTHING: ToolDifferences = new Map()

/** Which tools are not what the lock file pins: each by itself, never a whole server. */
export class Quarantine {
  readonly #pins: LockPins
  readonly #kept: PinnedTools
  readonly #idsOf: (server: ConfiguredServer) => readonly string[]
  readonly #compared = new Map<string, Compared>()

  /** `idsOf`: the ids in the service that a server's names lead to. */
  constructor(pins: LockPins, kept: PinnedTools, idsOf: (server: ConfiguredServer) => readonly string[]) {
    this.#pins = pins
    this.#kept = kept
    this.#idsOf = idsOf
  }

  /** Whether the lock file pins tools of the server: then its list is to be read before the first call of a start. */
  isPinned(server: ConfiguredServer): boolean {
    return this.#pins.entriesOf(server, this.#idsOf(server)).length > 0
  }

  /** Whether what the server declares was compared. */
  isCompared(server: ConfiguredServer): boolean {
    return (this.#compared.get(server.name)?.entries.length ?? 0) > 0
  }

  /** The tools that the agent is shown: as they are pinned, without those that are new. */
  listedTools(server: ConfiguredServer, declared: readonly Tool[]): readonly Tool[] {
    const entries = this.#pins.entriesOf(server, this.#idsOf(server))
    const before = this.#compared.get(server.name)
    if (before?.declared === declared && isSameList(before.entries, entries)) return before.listed
    const differences = compareWithEntries(entries, declared)
    const listed = entries.length === 0 ? declared : this.#shown(server, declared, entries, differences)
    this.#compared.set(server.name, { declared, entries, differences, listed })
    return listed
  }

  /** The tools that are not called, with how they differ. */
  differences(server: ConfiguredServer): ToolDifferences {
    const compared = this.#compared.get(server.name)
    if (compared === undefined) return NOTHING
    // The lock file may have been written anew, or the service may have said only now which server it is.
    this.listedTools(server, compared.declared)
    return this.#compared.get(server.name)?.differences ?? NOTHING
  }

  /** Why a tool is not called, sentences for the agent; null: it is as it is pinned, or not pinned. */
  reason(server: ConfiguredServer, tool: string): string | null {
    const difference = this.differences(server).get(tool)
    return difference === undefined ? null : sentenceOf(server, tool, difference)
  }

  #shown(
    server: ConfiguredServer,
    declared: readonly Tool[],
    entries: readonly LockEntry[],
    differences: ToolDifferences,
  ): readonly Tool[] {
    const asPinned = declared.filter(({ name }) => !differences.has(name))
    const kept = new Map(this.#kept.read(server).map((tool) => [tool.name, tool]))
    if (entries.length > 0) this.#kept.write(server, [...kept.values()], asPinned)
    const instead = (name: string, difference: ToolDifference) => {
      const before = kept.get(name)
      return before !== undefined && isAsPinned(before, entries) ? before : placeholder(server, name, difference)
    }
    const there = declared.flatMap((tool) => {
      const difference = differences.get(tool.name)
      if (difference === undefined) return [tool]
      return difference.kind === 'added' ? [] : [instead(tool.name, difference)]
    })
    const gone = [...differences].flatMap(([name, difference]) =>
      difference.kind === 'removed' ? [instead(name, difference)] : [],
    )
    return [...there, ...gone]
  }
}

function isSameList(one: readonly LockEntry[], other: readonly LockEntry[]): boolean {
  return one.length === other.length && one.every((entry, at) => entry === other[at])
}

/** What the agent is shown of a tool whose pinned definition is nowhere: nothing in the words of the server. */
function placeholder(server: ConfiguredServer, name: string, difference: ToolDifference): Tool {
  return {
    name,
    description: `Not to be called. ${sentenceOf(server, name, difference)}`,
    inputSchema: { type: 'object' },
  }
}

const PART_NAMES = {
  title: 'title',
  description: 'description',
  inputSchema: 'input schema',
  outputSchema: 'output schema',
  annotations: 'annotations',
} as const

function sentenceOf(server: ConfiguredServer, name: string, difference: ToolDifference): string {
  const of = shownName(server.name) || 'the server'
  const tool = `${shownName(name) || 'A tool'} of ${of}`
  return `${whyQuarantined(tool, of, difference)} It stays so until the user has the lock file updated.`
}

function whyQuarantined(tool: string, of: string, difference: ToolDifference): string {
  switch (difference.kind) {
    case 'changed': {
      const parts = difference.parts.map((part) => PART_NAMES[part]).join(', ')
      return `${tool} is quarantined: its ${parts} changed since the lock file was written.`
    }
    case 'added':
      return difference.from === null
        ? `${tool} is quarantined: it is new since the lock file was written.`
        : `${tool} is quarantined: the lock file has it under the name ${shownName(difference.from)}.`
    case 'removed':
      return difference.to === null
        ? `${of} no longer lists ${tool}, which the lock file has.`
        : `${of} renamed ${tool} to ${shownName(difference.to)}, which the lock file does not have.`
  }
}
