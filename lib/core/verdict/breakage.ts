import type { ToolChange } from '../drift/types'
import { ANY_CALLER, recommend } from './recommendation'
import { type Access, RECOMMENDATION_BY_VERDICT, type Recommendation, type Status, type Verdict } from './verdict'

export const SEVERITIES = ['minor', 'major', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** From so many servers or tools broken together on, an incident is one step worse than the worst of its breakages. */
export const MANY = { servers: 10, tools: 100 } as const

/** How bad an incident is, from the worst of its breakages and how many servers and tools it counts. */
export function incidentSeverity(worst: Severity, extent: { servers: number; tools: number }): Severity {
  const isMany = extent.servers >= MANY.servers || extent.tools >= MANY.tools
  return isMany ? (SEVERITIES[SEVERITIES.indexOf(worst) + 1] ?? worst) : worst
}

/** How a server was assessed at one moment, as far as its breakages depend on it; made by `conditionOf`. */
export interface ServerCondition {
  verdict: Verdict
  access: Access
  /**
   * The axis of the assessment. It separates the two kinds of `unknown`: alive and asking for credentials (true), or without fresh
   * evidence (null). Left out, an `unknown` with access `auth` or `paid` counts as alive.
   */
  reachable?: boolean | null
  /** Whether any probe ever found it alive; left out: yes. */
  everAnswered?: boolean
  /** In an announced maintenance window nothing opens; what still lasts when the window ends opens then. */
  inMaintenance?: boolean
  /** Whether its package is published and nothing is known of an endpoint: that the package is gone or deprecated is over then. Left out: no. */
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

interface ContractChange {
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
  severity: Severity
  /** Another severity in a special case; `when` completes "minor ..." in the API reference. */
  exception?: { severity: Severity; when: string; applies(cause: Cause): boolean }
  /** What agents are advised: the same that health advises for a subject with no other fault. */
  recommendation: Recommendation
  /** How pages and feed readers show it, after the subject's name. */
  label: string
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

/** A breakage of a whole server by what it declares beside its tools; opened and closed where declarations are recorded. */
interface DeclarationKind extends KindRule<{ isUnsafe: boolean }> {
  subject: 'declarations'
}

export type BreakageRule = ServerKind | ToolKind | DeclarationKind

/**
 * Every kind of breakage. Database enum, contract, API, pages and feeds derive from this table, and each of them shows every kind. The
 * order is that of the database enum, so a new kind goes to the end.
 */
export const BREAKAGES = {
  down: {
    subject: 'server',
    severity: 'major',
    exception: {
      severity: 'minor',
      when: 'for a server that never answered',
      applies: ({ everAnswered }) => everAnswered === false,
    },
    recommendation: RECOMMENDATION_BY_VERDICT.down,
    label: 'down',
    sign: 'down',
    closesAfterDays: null,
    opens: (_, after) => after.verdict === 'down',
    // An `unknown` without fresh evidence does not close it.
    closes: (after) => after.verdict !== 'down' && isEvidence(after),
  },
  degraded: {
    subject: 'server',
    severity: 'minor',
    recommendation: RECOMMENDATION_BY_VERDICT.degraded,
    label: 'unstable',
    sign: 'degraded',
    closesAfterDays: null,
    opens: (_, after) => after.verdict === 'degraded',
    closes: (after) => after.verdict !== 'degraded' && isEvidence(after),
  },
  auth_changed: {
    subject: 'server',
    severity: 'minor',
    recommendation: RECOMMENDATION_BY_VERDICT.degraded,
    label: 'sign-in or payment required',
    sign: 'auth',
    closesAfterDays: null,
    opens: (before, after) => before?.access === 'open' && asksForSomething(after),
    closes: (after) => after.access === 'open',
  },
  schema_breaking: {
    subject: 'tool',
    severity: 'major',
    exception: {
      severity: 'critical',
      when: 'for a tool that takes back a promise of harmlessness',
      applies: ({ isUnsafe }) => isUnsafe,
    },
    recommendation: recommend('healthy', 'breaking', ANY_CALLER),
    label: 'breaking change',
    sign: 'degraded',
    // Callers that still send the old arguments have been warned for a week.
    closesAfterDays: 7,
    opens: ({ drift }) => drift.flatMap(brokenContract),
    closes: ({ toolId, undoneBy }, { drift }) =>
      undoneBy !== null && drift.some((entry) => entry.toolId === toolId && entry.contractAfter === undoneBy),
  },
  tool_removed: {
    subject: 'tool',
    severity: 'major',
    recommendation: recommend('healthy', 'removed', ANY_CALLER),
    label: 'tool removed',
    sign: 'down',
    // It is unlikely to come back; its verdict stays `down`.
    closesAfterDays: 30,
    opens: ({ isFirst, isCut, removedToolIds }) =>
      isFirst || isCut ? [] : removedToolIds.map((toolId) => ({ toolId, ...REMOVED, isUnsafe: false })),
    closes: ({ toolId }, { returnedToolIds }) => returnedToolIds.includes(toolId),
  },
  declaration_changed: {
    subject: 'declarations',
    severity: 'major',
    exception: {
      severity: 'critical',
      when: 'where a text that agents read gained a flag of an attack',
      applies: ({ isUnsafe }) => isUnsafe,
    },
    recommendation: recommend('healthy', 'breaking', ANY_CALLER),
    label: 'declarations changed',
    sign: 'degraded',
    // As long as a breaking change of a tool.
    closesAfterDays: 7,
  },
} as const satisfies Record<string, BreakageRule>

export type BreakageKind = keyof typeof BREAKAGES
export const BREAKAGE_KINDS = Object.keys(BREAKAGES) as [BreakageKind, ...BreakageKind[]]

/** The severity of every kind, in words for the API reference. */
export const SEVERITY_TEXT = BREAKAGE_KINDS.map((kind) => {
  const { severity, exception }: BreakageRule = BREAKAGES[kind]
  return `${kind}: ${severity}${exception === undefined ? '' : `, ${exception.severity} ${exception.when}`}`
}).join('; ')

const REMOVED = { code: 'removed_from_listing', text: 'Its server, which is up, no longer lists it.' }

/** Changes of a contract that one piece of evidence lists; the history of the tool has all. */
const CHANGES_LISTED = 3

function brokenContract({ toolId, changes, contractBefore }: ContractChange): ToolFinding[] {
  const found = findingIn(changes)
  return found === undefined ? [] : [{ toolId, ...found, undoneBy: contractBefore }]
}

/** The evidence of the changes that break callers or take back a promise, the worst first; undefined: there are none. */
function findingIn(changes: readonly ToolChange[]) {
  const bad = changes.filter((change) => change.class === 'safety' || change.class === 'breaking')
  const [worst] = bad
  if (worst === undefined) return undefined
  const listed = bad.slice(0, CHANGES_LISTED).map(({ text }) => text)
  const more = bad.length - listed.length
  const text = [...listed, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')
  return { code: worst.code, text, isUnsafe: worst.class === 'safety' }
}

/** Evidence and severity of the breakage that changes of what a server declares open; undefined: they open none. */
export function declarationFinding(changes: readonly ToolChange[]) {
  const found = findingIn(changes)
  const { severity, exception } = BREAKAGES.declaration_changed
  return found && { ...found, severity: exception.applies(found) ? exception.severity : severity }
}

function isEvidence(condition: ServerCondition): boolean {
  if (condition.verdict !== 'unknown' || condition.isPublished === true) return true
  return condition.reachable === undefined ? asksForSomething(condition) : condition.reachable === true
}

function asksForSomething({ access }: ServerCondition): boolean {
  return access === 'auth' || access === 'paid'
}
