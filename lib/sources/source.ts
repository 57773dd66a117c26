import type { z } from 'zod'
import type { CatalogServer } from '../core/catalog/catalog'
import type { ProcessCommand } from '../core/catalog/process-command'
import type { DialRules } from '../safe-fetch'

/** A piece of a source that could not be taken, in words a reader can act on. Never holds the piece itself. */
export interface Rejection {
  /** Where it stood: `file.jsonl:12`, `page 3, entry 40`. */
  at: string
  why: string
}

/** One chunk of a source, small enough for one transaction. */
export interface SourceBatch {
  servers: CatalogServer[]
  /** Ids the source says are gone. */
  deleted: string[]
  rejected: Rejection[]
  /** What was cut or changed on the way in, counted by kind: the keys of `ADJUSTMENTS`. */
  adjusted: Record<string, number>
  /** 0-1 where the source knows its size, else null. */
  progress: number | null
}

/** What a source remembers between two runs; kept by the store, opaque to everyone else. */
export interface SourceMemory {
  /** The `updated_since` of the next run; null: everything. */
  since: string | null
}

export interface SourceRun {
  batches: AsyncIterable<SourceBatch>
  /** Asked after the last batch. */
  memory(): SourceMemory
}

/** What whoever runs a source lends it. */
export interface RunControls {
  now: Date
  /** Ends a run at once: the batches throw its reason. */
  signal: AbortSignal
}

/** The same to a source that asks over the network. */
export interface NetworkAid extends RunControls {
  userAgent: string
  dial: DialRules
}

/** Environment variables a source reads, each with its default and what it does: the settings of a process derive from them. */
export type SettingsShape = Readonly<Record<string, z.ZodType>>
type Values<Shape extends SettingsShape> = { readonly [Name in keyof Shape]: z.output<Shape[Name]> }

interface SourceRow<Shape extends SettingsShape> {
  /** Facts of a server that came from a source of higher precedence are never overwritten by one of lower. */
  precedence: number
  settings: Shape
}

/** A source that is read again and again. */
export interface ScheduledSource<Shape extends SettingsShape = SettingsShape> extends SourceRow<Shape> {
  runs: 'on schedule'
  /** Time between two runs. */
  intervalMs: number
  /** What begins a run where the last one ended; null where the settings switch the source off. */
  open(settings: Values<Shape>, controls: NetworkAid): Promise<((memory: SourceMemory) => SourceRun) | null>
}

/** A source whose servers run as long as this process does. */
export interface StartedSource<Shape extends SettingsShape = SettingsShape> extends SourceRow<Shape> {
  runs: 'with the process'
  /** null where the settings switch the source off. */
  start(settings: Values<Shape>, controls: StartAid): Promise<Started | null>
}

/** A source that is read when someone names its files. */
export interface ImportedSource<Shape extends SettingsShape = SettingsShape> extends SourceRow<Shape> {
  runs: 'on import'
  open(paths: readonly string[]): Promise<SourceRun>
}

/** Where tools come from: a row of `SOURCES`. */
export type Source = ScheduledSource | StartedSource | ImportedSource
export type Sources = Readonly<Record<string, Source>>
/** Parsed settings by the name of the source. */
export type SettingsBySource = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface StartAid {
  log: (line: string) => void
  /** Where temporary folders are made. */
  workDir: string
}

/** What a process lends the prober so that it can probe servers of its own. */
export interface OwnServers {
  origins: readonly string[]
  stdioCommands: ReadonlyMap<string, ProcessCommand>
}

/** Servers that were started. */
export interface Started {
  run: SourceRun
  /** They have just started, so they are due at once. */
  serverIds: readonly string[]
  own: OwnServers
  /** For the report of the start. */
  summary: string
  /** Ends them. Can be called twice. */
  close(): Promise<void>
}

/** Thrown when a source cannot be reached: the run ends, what came before is kept, the job backs off. The message is a sentence. */
export class SourceUnavailable extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'SourceUnavailable'
  }
}
