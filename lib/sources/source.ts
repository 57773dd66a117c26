import type { z } from 'zod'
import type { CatalogServer } from '../core/catalog/catalog'
import type { ProcessCommand } from '../core/catalog/process-command'

/** An invalid entry of a source, described for the operator. Never holds the entry itself. */
export interface Rejection {
  /** Its place in the source: `file.jsonl:12`, `page 3, entry 40`. */
  at: string
  why: string
}

/** One chunk of a source, small enough for one transaction. */
export interface SourceBatch {
  servers: CatalogServer[]
  /** Ids of servers that the source has deleted. */
  deleted: string[]
  rejected: Rejection[]
  /** What was cut or changed, counted by kind: the keys of `ADJUSTMENTS`. */
  adjusted: Record<string, number>
  /** 0-1 where the source knows its size, else null. */
  progress: number | null
}

/** What a source keeps between two runs; stored unread. */
export interface SourceMemory {
  /** The `updated_since` of the next run; null: everything. */
  since: string | null
}

export interface SourceRun {
  batches: AsyncIterable<SourceBatch>
  /** To store for the next run; valid after the last batch. */
  memory(): SourceMemory
}

/** What the runner gives a source for one run. */
export interface RunControls {
  now: Date
  /** Ends a run at once: the batches throw its reason. */
  signal: AbortSignal
}

/** What the runner gives a source that uses the network. */
export interface NetworkAid extends RunControls {
  userAgent: string
}

/**
 * Environment variables of a source, each with its default and description; the settings of a process are made from
 * them.
 */
export type SettingsShape = Readonly<Record<string, z.ZodType>>
type Values<Shape extends SettingsShape> = { readonly [Name in keyof Shape]: z.output<Shape[Name]> }

interface SourceRow<Shape extends SettingsShape> {
  /** Facts of a server that came from a source of higher precedence are never overwritten by one of lower. */
  precedence: number
  settings: Shape
}

/** A source that is read at intervals. */
export interface ScheduledSource<Shape extends SettingsShape = SettingsShape> extends SourceRow<Shape> {
  runs: 'on schedule'
  /** Time between two runs. */
  intervalMs: number
  /** A function that starts a run from the memory of the last one; null where the settings switch the source off. */
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

/** A row of `SOURCES`. */
type Source = ScheduledSource | StartedSource | ImportedSource
export type Sources = Readonly<Record<string, Source>>
/** Parsed settings by the name of the source. */
export type SettingsBySource = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface StartAid {
  log: (line: string) => void
  /** Where temporary folders are made. */
  workDir: string
}

/** What the prober needs to probe the servers that this process runs. */
export interface OwnServers {
  origins: readonly string[]
  stdioCommands: ReadonlyMap<string, ProcessCommand>
}

/** Servers that were started. */
export interface Started {
  run: SourceRun
  /** Due at once, as they have just started. */
  serverIds: readonly string[]
  own: OwnServers
  /** For the log of the start. */
  summary: string
  /** Ends them. Can be called twice. */
  close(): Promise<void>
}

/**
 * A source cannot be reached: the run ends, earlier batches are kept, and the job backs off. The message is a sentence.
 */
export class SourceUnavailable extends Error {
  constructor(message: string, options?: { cause: unknown }) {
    super(message, options)
    this.name = 'SourceUnavailable'
  }
}
