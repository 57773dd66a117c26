import type { Decision } from 'assay-decide/decision'
import type { Machine } from '../state/state-folder.ts'

/** What a host says of a call of an MCP tool. */
export interface HostEvent {
  phase: 'before' | 'after' | 'failed'
  /** The tool as the host writes it, often with its server. */
  tool: string
  /** What the setup calls the server; null: the host does not say. */
  server: string | null
  /** Whether the server is one of those that come with the folder; null: the host does not say. */
  isOfFolder: boolean | null
  /** The server as its settings have it, where the host says that: `url`, or `command`; null: it does not. */
  settings: Readonly<Record<string, unknown>> | null
  arguments: Readonly<Record<string, unknown>> | null
  /** The folder of the session; null: the host does not say. */
  cwd: string | null
  /** Why the call failed, as the host writes it; null: it did not, or the server answered with an error of its own. */
  error: string | null
  /** The person stopped it: that says nothing of the server. */
  isInterrupted: boolean
  durationMs: number | null
  /** The same in every hook that one call runs, where several scopes have one; null: nothing is. */
  call: string | null
}

/** A file in which servers are configured. */
export interface SettingsPlace {
  path: string
  /** It comes with the folder: who works there may not have written it, nor accepted it. */
  isOfFolder?: true
  /** The servers by name, of the file's value. */
  servers(value: unknown): unknown
  /** The value of its text; left out: JSON with comments. Throws for what is none. */
  parse?(text: string): unknown
}

/** A file in which hooks are configured, and what is added there. */
export interface HookPlace {
  path: string
  /** What a new file begins with. */
  initial: Readonly<Record<string, unknown>>
  /** Lists by the names of the members that lead to each, and what is added to it. Empty: the file is `initial`. */
  lists: { members: string[]; entry: unknown }[]
}

/** The command that a host is given, for a POSIX shell and for PowerShell. */
export interface HookCommand {
  posix: string
  powershell: string
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
  /** How the host writes the name of a tool, to find what its server calls it. */
  writtenTool(tool: string): string
  /**
   * Whether tools may be written after the name that the server gives itself, so that a setup's name may not be found
   * in them.
   */
  usesAnnouncedNames: boolean
  /** Whether the event of a failed call does not name its server: it is then that of the last call of the tool. */
  failsWithoutServer: boolean
  /** What is printed; null: nothing is to be said, or the host has no place for it. */
  answer(decision: Decision): object | null
  /** What is printed where nothing is to be said. */
  silence: '{}' | ''
  /** Where servers are configured; what comes first counts. */
  settings(cwd: string, machine: Machine): SettingsPlace[]
  /** The files in which `install` adds `command`. */
  hooks(scope: Scope, command: HookCommand, cwd: string, machine: Machine): HookPlace[]
  /** One sentence after the installation; empty: none. */
  note: string
}

/** A word by which an entry of ours is known in a host's file. */
export const OUR_ENTRY = /assay-hook\b.{0,40}\brun [a-z-]+/
