import type { CatalogTool, Transport } from '../core/catalog'
import type { LookReason } from '../core/observation'
import type { DialRules } from '../safe-fetch'

/** Which protocol era a server spoke last time: remembered so that a look starts with the right handshake. */
export const ERAS = ['modern', 'initialize', 'sse'] as const
export type Era = (typeof ERAS)[number]

/** What to look at. `url` of a stdio target names an entry of `settings.stdioCommands`, never a command line. */
export interface ProbeTarget {
  serverId: string
  transport: Transport
  url: string
  era: Era | null
}

/** A command we may start ourselves: exactly configured, never taken from a catalog. */
export interface StdioCommand {
  command: string
  args: readonly string[]
  cwd: string
  env: Readonly<Record<string, string>>
}

export interface ProbeSettings {
  userAgent: string
  vantage: string
  /** The whole look, listing included. */
  deadlineMs: number
  /** Bytes of one answer, decompressed. */
  maxAnswerBytes: number
  /** Tools of one listing that are kept; the rest are counted and cut. */
  maxTools: number
  dial: DialRules
  stdioCommands: ReadonlyMap<string, StdioCommand>
}

/** What the runner lends a prober for one look. */
export interface LookAid {
  signal: AbortSignal
  /** To be called once, when the first protocol answer is in: the runner's stopwatch reads the latency there. */
  answered(httpStatus: number | null): void
}

/** What a prober found. A prober that cannot say more throws `LookFailure`; any other throw is a defect of ours. */
export interface Findings {
  reason: LookReason
  httpStatus: number | null
  era: Era | null
  protocolVersion: string | null
  serverInfo: { name: string; title: string | null; version: string | null } | null
  /** The tools it lists; null where it was not asked or did not say. Never hostile: already cleaned and capped. */
  tools: CatalogTool[] | null
  /** In our own words, for the evidence: what was cut, what was odd. Never the server's text. */
  notes: string[]
  /** How long the server asked us to wait before the next look. */
  retryAfterMs: number | null
}

export type Prober = (target: ProbeTarget, settings: ProbeSettings, aid: LookAid) => Promise<Findings>

/** A look that ended with a reason of its own. */
export class LookFailure extends Error {
  readonly reason: LookReason
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null

  constructor(reason: LookReason, options: { httpStatus?: number | null; retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(reason, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'LookFailure'
    this.reason = reason
    this.httpStatus = options.httpStatus ?? null
    this.retryAfterMs = options.retryAfterMs ?? null
  }
}
