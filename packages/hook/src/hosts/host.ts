import type { Decision } from 'assay-decide/decision'
import type { Machine } from '../state/state-folder.ts'

/** What a host says of a call of an MCP tool. */
export interface HostEvent {
  phase: 'before' | 'after' | 'failed'
  /** The tool as the host writes it, often with its server. */
  tool: string
  /** What the setup calls the server; null: the host does not say. */
  server: string | null
  /** The server as its settings have it, where the host says that: `url`, or `command`; null: it does not. */
  settings: Readonly<Record<string, unknown>> | null
  arguments: Readonly<Record<string, unknown>> | null
  /** The folder of the session; null: the host does not say. */
  cwd: string | null
  /** Why the call failed, as the host writes it. */
  error: string | null
  /** The person stopped it: that says nothing of the server. */
  isInterrupted: boolean
  durationMs: number | null
}

/** A file in which servers are configured. */
export interface SettingsPlace {
  path: string
  /** The servers by name, of the file's value. */
  servers(value: unknown): unknown
}

/** A file in which hooks are configured, and what is added there. */
export interface HookPlace {
  path: string
  /** Lists by the names of the members that lead to each, and what is added to it. */
  lists: { members: string[]; entry: unknown }[]
  /** Members that a new file needs besides. */
  others: Readonly<Record<string, unknown>>
}

/** Where hooks are configured for one person or for one project. */
export type Scope = 'user' | 'project'

/** One host: its events, its answers and its files. */
export interface Host {
  /** As in `assay-hook run NAME`. */
  name: string
  title: string
  /** null: an event of another kind, or of a form that is not known. */
  parse(input: Readonly<Record<string, unknown>>): HostEvent | null
  /** The name of the tool at the server that the setup calls `server`; null: it is not of this server. */
  toolOf(event: HostEvent, server: string): string | null
  /** How the host writes the name of a tool, to find what its server calls it; null: as it is. */
  writtenTool: ((tool: string) => string) | null
  /** What is printed; null: nothing is to be said. */
  answer(decision: Decision): object | null
  /** Where servers are configured; what comes first counts. */
  settings(cwd: string, machine: Machine): SettingsPlace[]
  /** Where `install` adds `command`; null: there is no such scope. */
  hooks(scope: Scope, command: string, cwd: string, machine: Machine): HookPlace | null
  /** One sentence after the installation; empty: none. */
  note: string
}
