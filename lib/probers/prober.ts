import type { CatalogTool } from '../core/catalog/catalog'
import type { Place, Target, TargetKind } from '../core/catalog/probe-target'
import type { ProcessCommand } from '../core/catalog/process-command'
import { MOST_LIVE_TOOLS } from '../core/catalog/tool-room'
import type { ProbeReason } from '../core/state/observation'
import type { DialRules } from '../safe-fetch'

/** Which protocol era a server spoke last time: remembered so that a look starts with the right handshake. */
export const PROTOCOL_GENERATIONS = ['modern', 'initialize', 'sse'] as const
export type ProtocolGeneration = (typeof PROTOCOL_GENERATIONS)[number]

/** What to look at. `url` of a stdio target names an entry of `settings.stdioCommands`, never a command line. */
export interface ProbeTarget extends Target {
  serverId: string
  generation: ProtocolGeneration | null
}

/** Tools read of one listing: as many as a server may have. */
export const MOST_LISTED_TOOLS = MOST_LIVE_TOOLS

export interface ProbeSettings {
  userAgent: string
  vantage: string
  /** The whole look, listing included. */
  deadlineMs: number
  /** Bytes of one answer, decompressed; a listing of several pages may hold as many in all. */
  maxAnswerBytes: number
  /** Tools of one listing that are kept; the rest are counted and cut. */
  maxTools: number
  dial: DialRules
  stdioCommands: ReadonlyMap<string, ProcessCommand>
}

/** What the runner lends a prober for one look. */
export interface ProbeControls {
  signal: AbortSignal
  /**
   * Starts the stopwatch anew: called before each handshake attempt, so that the latency is that of the handshake that
   * counted.
   */
  attempting(): void
  /** Called with every protocol answer; the stopwatch stops at the first since the last `attempting`. */
  answered(httpStatus: number | null): void
}

export interface ServerInfo {
  name: string
  title: string | null
  version: string | null
}

/** What a prober found. A prober that cannot say more throws `LookFailure`; any other throw is a defect of ours. */
export interface Findings {
  reason: ProbeReason
  httpStatus: number | null
  generation: ProtocolGeneration | null
  protocolVersion: string | null
  serverInfo: ServerInfo | null
  /** The tools it lists; null where it was not asked or did not say. Never hostile: already cleaned and capped. */
  tools: CatalogTool[] | null
  /** true: it lists more than `tools` holds, so a tool that is absent here may still exist. */
  toolsCut: boolean
  /** In our own words, for the evidence: what was cut, what was odd. Never the server's text. */
  notes: string[]
  /** How long the server asked us to wait before the next look. */
  retryAfterMs: number | null
}

export type Probe = (target: ProbeTarget, settings: ProbeSettings, controls: ProbeControls) => Promise<Findings>

/** A row of `PROBERS`. */
export interface Prober {
  /** The kinds of targets it probes, those it prefers first. */
  takes: readonly TargetKind[]
  /** Where a target of these kinds stands; null: it cannot be probed. */
  placeOf(url: string): Place | null
  probe: Probe
}

export type Probers = Readonly<Record<string, Prober>>

export interface FailureDetails {
  httpStatus?: number | null
  retryAfterMs?: number | null
  notes?: readonly string[]
  cause?: unknown
}

/** A look that ended with a reason of its own. */
export class ProbeFailure extends Error {
  readonly reason: ProbeReason
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null
  readonly notes: readonly string[]

  constructor(reason: ProbeReason, details: FailureDetails = {}) {
    super(reason, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'LookFailure'
    this.reason = reason
    this.httpStatus = details.httpStatus ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.notes = details.notes ?? []
  }
}
