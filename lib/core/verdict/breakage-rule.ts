import type { Severity } from 'assay-verify/breakage-kind'
import type { Access, Recommendation, Status, Verdict } from 'assay-verify/verdict'
import type { ToolChange } from '../drift/types'

/** How a server was assessed at one moment, as far as its breakages depend on it; made by `conditionOf`. */
export interface ServerCondition {
  verdict: Verdict
  access: Access
  /**
   * The axis of the assessment. It separates the two kinds of `unknown`: alive and asking for credentials (true), or
   * without fresh evidence (null). Left out, an `unknown` with access `auth` or `paid` counts as alive.
   */
  reachable?: boolean | null
  /** Whether any probe ever found it alive; left out: yes. */
  everAnswered?: boolean
  /** In an announced maintenance window nothing opens; what still lasts when the window ends opens then. */
  inMaintenance?: boolean
  /**
   * Whether its package is published and nothing is known of an endpoint: that the package is gone or deprecated is
   * over then. Left out: no.
   */
  isPublished?: boolean
}

/** What a server's own listing changed, as far as breakages depend on it. */
export interface ListingChanges {
  removedToolIds: readonly string[]
  returnedToolIds: readonly string[]
  drift: readonly ContractChange[]
  /** The first listing from the server itself: tools it lacks were only ever in a catalog. */
  isFirst: boolean
  /** The listing was cut, so tools it lacks may still exist. */
  isCut: boolean
}

export interface ContractChange {
  toolId: string
  changes: readonly ToolChange[]
  contractBefore: string
  contractAfter: string
}

/** A breakage that a listing shows of one tool. */
export interface ToolFinding {
  toolId: string
  /** The evidence. */
  code: string
  text: string
  isUnsafe: boolean
  /** The contract whose return closes the breakage. */
  undoneBy?: string
}

interface KindRule<Cause> {
  /** What it means, completing "down: ..." in the API reference. */
  means: string
  severity: Severity
  /**
   * Another severity in a special case; `when` completes "minor ..." in the API reference; `label` takes the place of
   * the kind's.
   */
  exception?: { severity: Severity; when: string; label?: string; applies(cause: Cause): boolean }
  /** What agents are advised: the same that health advises for a subject with no other fault. */
  recommendation: Recommendation
  /** How pages and feed readers show it, after the subject's name. */
  label: string
  /** What happened, where breakages of the kind are counted. */
  sentence: string
  /**
   * What the history of a server says, of a tool after its name; null: it shows the same by other means, outages by
   * their intervals and changes by the listings.
   */
  inHistory: string | null
  /** The status sign beside it. */
  sign: Status
  /** Days after it was last seen when it closes without evidence; null: only evidence closes it. */
  closesAfterDays: number | null
}

/** A breakage of a whole server, opened and closed by its assessments. */
interface ServerKind extends KindRule<ServerCondition> {
  subject: 'server'
  opens(before: ServerCondition | null, after: ServerCondition): boolean
  closes(after: ServerCondition): boolean
}

/** A breakage of one tool, opened and closed by its server's own listings. */
interface ToolKind extends KindRule<ToolFinding> {
  subject: 'tool'
  opens(listing: ListingChanges): ToolFinding[]
  closes(open: { toolId: string; undoneBy: string | null }, listing: ListingChanges): boolean
}

/**
 * A breakage of a whole server by what it declares beside its tools; opened and closed where declarations are recorded.
 */
interface DeclarationKind extends KindRule<{ isUnsafe: boolean }> {
  subject: 'declarations'
}

export type BreakageRule = ServerKind | ToolKind | DeclarationKind
