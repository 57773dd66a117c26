import type { CatalogTool } from 'assay-verify/catalog-tool'
import type { EvidenceKind } from 'assay-verify/evidence-kind'
import type { ProbeReason } from 'assay-verify/state/observation'
import type { PackageFacts } from 'assay-verify/state/package-facts'
import type { TargetKind } from 'assay-verify/target-kind'
import type { MarkedRequest, RequestRefusal } from '../core/access/probing-policy'
import type { SignIn } from '../core/access/sign-in'
import type { Place, Target } from '../core/catalog/probe-target'
import type { ProcessCommand } from '../core/catalog/process-command'
import { MOST_LIVE_TOOLS } from '../core/catalog/tool-room'
import type { Declarations } from '../core/declarations/declarations'
import type { SentRequest } from '../core/evidence/sent-requests'
import type { DialRules } from '../safe-fetch'
import type { PackageIndexes } from './package/package-index'

/** The protocol generation that a server spoke last time, stored so that a probe starts with the right handshake. */
export const PROTOCOL_GENERATIONS = ['modern', 'initialize', 'sse'] as const
export type ProtocolGeneration = (typeof PROTOCOL_GENERATIONS)[number]

/** What to probe. The `url` of a stdio target names an entry of `settings.stdioCommands`, never a command line. */
export interface ProbeTarget extends Target {
  /** Name of a row of the probers. */
  prober: string
  serverId: string
  /**
   * The operator's own, or run by this service: only such a target is dialled at allowed origins, or started as a
   * process.
   */
  own: boolean
  generation: ProtocolGeneration | null
  /** Whether prompts, resources, skills and the server card are to be read too; left out: no. */
  readDeclarations?: boolean
  /** Of the newest answer, for a conditional request; null: none is known. */
  validators?: Validators | null
  /**
   * The newest reading of how to sign in at this address; null or left out: there is none, so it is read at the next
   * refusal.
   */
  signIn?: Pick<SignIn, 'challenge' | 'askedAt'> | null
  /** Of a package: the version of the newest informative probe; null: none is known. */
  version?: string | null
  /** Its listing of a few minutes ago is declared valid still, so it need not be read again. */
  isListingValid?: boolean
  /**
   * Of a package: the newest version that was launched, and what came of it; null or left out: none, so it is launched.
   */
  launched?: { version: string; reason: ProbeReason } | null
}

/** What a server gave for conditional requests. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** Tools read from one listing: as many as a server may have. */
export const MOST_LISTED_TOOLS = MOST_LIVE_TOOLS

export interface ProbeSettings {
  userAgent: string
  vantage: string
  /** Of the whole probe, listing included. */
  deadlineMs: number
  /** Bytes of one answer, decompressed; a listing of several pages may hold as many in all. */
  maxAnswerBytes: number
  /** Tools of one listing that are kept; the rest are counted and cut. */
  maxTools: number
  /** For own targets only, as are `stdioCommands`: `runProbe` gives a prober those of its target. */
  dial: DialRules
  stdioCommands: ReadonlyMap<string, ProcessCommand>
  /** Where packages are looked up; of an index that is left out no package is probed. */
  packageIndexes?: PackageIndexes
  /** null or left out: no package is launched. */
  launch?: LaunchSettings | null
  /** Base address of the Python package index, whose `simple/` lists packages; null or left out: none is asked. */
  pypiUrl?: string | null
}

/** Bounds of launching a package. */
export interface LaunchSettings {
  /** Launches under way at once in this process. */
  atOnce: number
  /** Of finding the newest version and installing it. */
  installMs: number
  /** Disk that an installation may take, with what was downloaded for it. */
  installBytes: number
  /** From the start of its process to the end of its listing; also the CPU time of each of its processes. */
  answerMs: number
  /** Memory of all its processes, and of each of them. */
  memoryBytes: number
  /** Processes and threads. */
  processes: number
  /** Environment of the package manager, so that it finds its own configuration. The package gets nothing of it. */
  environment: Readonly<Record<string, string>>
}

/** What the runner gives a prober for one probe. */
export interface ProbeControls {
  signal: AbortSignal
  /**
   * Restarts the stopwatch: called before each handshake attempt, so that the latency is that of the handshake that
   * succeeded.
   */
  attempting(): void
  /** Called with every protocol answer; the stopwatch stops at the first since the last `attempting`. */
  answered(httpStatus: number | null): void
  /** Called where the server refused an anonymous caller: `runProbe` then reads how to sign in. */
  refused?(refusal: Refusal): void
  /** Makes a request at another origin than that of the target; left out: none is made. */
  askElsewhere?: AskElsewhere
}

/**
 * Makes a request that a description marks at another origin than that of its target, where the host of the request
 * agrees and has checks left; else answers why it is not made. `ask` gets what may be dialled for it.
 */
export type AskElsewhere = <Answer extends object>(
  request: MarkedRequest,
  ask: (dial: DialRules) => Promise<Answer>,
) => Promise<Answer | RequestRefusal>

/** An answer of 401 or 403. */
export interface Refusal {
  /** Where it came from, after redirects. */
  url: string
  /** Its `WWW-Authenticate` headers. */
  challenges: readonly string[]
}

export interface ServerInfo {
  name: string
  title: string | null
  version: string | null
}

/**
 * What a prober found. A prober that found only a reason throws `ProbeFailure`; any other error without a known code is
 * a defect of the prober.
 */
export interface Findings {
  reason: ProbeReason
  httpStatus: number | null
  generation: ProtocolGeneration | null
  protocolVersion: string | null
  serverInfo: ServerInfo | null
  /** The tools it lists, cleaned and capped; null where it was not asked or did not answer. */
  tools: CatalogTool[] | null
  /** true: it lists more than `tools` holds, so a tool that is absent here may still exist. */
  toolsCut: boolean
  /** What was cut or unusual, for the evidence. Never the server's text. */
  notes: string[]
  /** How long the server asked to wait before the next probe; null: it did not. */
  retryAfterMs: number | null
  /** What it declares besides its tools; left out: the prober knows of none, or the listing failed. */
  declared?: Declarations | null
  /** For the next probe's conditional request; left out: the server gave none. */
  validators?: Validators | null
  /** For how long the server declares its answer valid (`ttlMs`, `Cache-Control`); left out: it does not. */
  validForMs?: number | null
  /** The version of a package; left out: not known. */
  version?: string | null
  /** What its index publishes of a package; left out: it was not asked, or did not answer. */
  packageFacts?: PackageFacts
  /** How to sign in where it asks for credentials; null or left out: not read by this probe, so what is known stays. */
  signIn?: SignIn | null
}

/** The findings of a probe that found nothing but its reason. */
export const NOTHING_FOUND = {
  httpStatus: null,
  generation: null,
  protocolVersion: null,
  serverInfo: null,
  tools: null,
  toolsCut: false,
  notes: [],
  retryAfterMs: null,
} satisfies Omit<Findings, 'reason'>

export type Probe = (target: ProbeTarget, settings: ProbeSettings, controls: ProbeControls) => Promise<Findings>

/** A row of `PROBERS`. */
export interface Prober {
  /** What its probes can prove. */
  evidence: EvidenceKind
  /** The kinds of targets it probes, those it prefers first. */
  takes: readonly TargetKind[]
  /**
   * The network and host of a target of these kinds; null: it cannot be probed, as a package without an index to ask.
   */
  placeOf(url: string, indexes: PackageIndexes): Place | null
  probe: Probe
  /** The package index it cannot probe without; left out: it needs none. */
  index?: keyof PackageIndexes
  /** Whether it probes at all with these settings; left out: it always does. */
  isEnabled?(settings: ProbeSettings): boolean
  /** Of one probe, where it needs longer than `settings.deadlineMs`. */
  deadlineMsOf?(settings: ProbeSettings): number
  /** How many of its probes run at once in one process; left out: as many as for any host. */
  atOnce?(settings: ProbeSettings): number
}

/** A prober of this version, with what pages tell the operators of what it probes. */
export interface ShownProber extends Prober {
  /** What it checks, as the title of its requests. */
  title: string
  /** All that it sends. */
  sends: readonly [SentRequest, ...SentRequest[]]
}

export type Probers = Readonly<Record<string, Prober>>

export interface FailureDetails {
  httpStatus?: number | null
  retryAfterMs?: number | null
  notes?: readonly string[]
  cause?: unknown
}

/** Ends a probe with this reason. */
export class ProbeFailure extends Error {
  readonly reason: ProbeReason
  readonly httpStatus: number | null
  readonly retryAfterMs: number | null
  readonly notes: readonly string[]

  constructor(reason: ProbeReason, details: FailureDetails = {}) {
    super(reason, details.cause === undefined ? undefined : { cause: details.cause })
    this.name = 'ProbeFailure'
    this.reason = reason
    this.httpStatus = details.httpStatus ?? null
    this.retryAfterMs = details.retryAfterMs ?? null
    this.notes = details.notes ?? []
  }
}
