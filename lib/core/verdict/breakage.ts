import type { Severity } from 'assay-verify/breakage-kind'
import { BREAKAGE_KINDS, type BreakageKind } from 'assay-verify/breakage-kind'
import { RECOMMENDATION_BY_VERDICT, type Recommendation } from 'assay-verify/verdict'
import type { ToolChange } from '../drift/types'
import type { BreakageRule, ContractChange, ServerCondition, ToolFinding } from './breakage-rule'
import { ANY_CALLER, recommend } from './recommendation'

/** The rules of each kind of breakage. API, pages and feeds derive from this table, and each shows every kind. */
export const BREAKAGES = {
  down: {
    subject: 'server',
    means: 'the server does not answer',
    severity: 'major',
    exception: {
      severity: 'minor',
      when: 'for a server that never answered',
      applies: ({ everAnswered }) => everAnswered === false,
    },
    recommendation: RECOMMENDATION_BY_VERDICT.down,
    label: 'down',
    sentence: 'Server is down',
    inHistory: null,
    sign: 'down',
    closesAfterDays: null,
    opens: (_, after) => after.verdict === 'down',
    // An `unknown` without fresh evidence does not close it.
    closes: (after) => after.verdict !== 'down' && isEvidence(after),
  },
  degraded: {
    subject: 'server',
    means: 'it answers, but slowly, often with failures, or with repeated outages',
    severity: 'minor',
    recommendation: RECOMMENDATION_BY_VERDICT.degraded,
    label: 'unstable',
    sentence: 'Server is unstable',
    inHistory: 'Unstable',
    sign: 'degraded',
    closesAfterDays: null,
    opens: (_, after) => after.verdict === 'degraded',
    closes: (after) => after.verdict !== 'degraded' && isEvidence(after),
  },
  auth_changed: {
    subject: 'server',
    means: 'it was open, and now asks for credentials or payment',
    severity: 'minor',
    recommendation: RECOMMENDATION_BY_VERDICT.degraded,
    label: 'sign-in or payment required',
    sentence: 'Server asks for credentials now',
    inHistory: 'Began to ask for credentials',
    sign: 'auth',
    closesAfterDays: null,
    opens: (before, after) => before?.access === 'open' && asksForSomething(after),
    closes: (after) => after.access === 'open',
  },
  schema_breaking: {
    subject: 'tool',
    means: 'a tool takes other arguments than before, or withdrew a safety annotation',
    severity: 'major',
    exception: {
      severity: 'critical',
      when: 'for a tool that takes back a promise of harmlessness',
      label: 'less safe',
      applies: ({ isUnsafe }) => isUnsafe,
    },
    recommendation: recommend('healthy', 'breaking', ANY_CALLER),
    label: 'breaking change',
    sentence: 'Tool changed: calls may fail',
    inHistory: null,
    sign: 'degraded',
    // Callers that still send the old arguments have been warned for a week.
    closesAfterDays: 7,
    opens: ({ drift }) => drift.flatMap(brokenContract),
    closes: ({ toolId, undoneBy }, { drift }) =>
      undoneBy !== null && drift.some((entry) => entry.toolId === toolId && entry.contractAfter === undoneBy),
  },
  tool_removed: {
    subject: 'tool',
    means: 'a tool is no longer listed',
    severity: 'major',
    recommendation: recommend('healthy', 'removed', ANY_CALLER),
    label: 'tool removed',
    sentence: 'Tool was removed',
    inHistory: 'is no longer offered',
    sign: 'down',
    // It is unlikely to come back; its verdict stays `down`.
    closesAfterDays: 30,
    opens: ({ isFirst, isCut, removedToolIds }) =>
      isFirst || isCut ? [] : removedToolIds.map((toolId) => ({ toolId, ...REMOVED, isUnsafe: false })),
    closes: ({ toolId }, { returnedToolIds }) => returnedToolIds.includes(toolId),
  },
  declaration_changed: {
    subject: 'declarations',
    means:
      'what its server declares besides its tools changed so that callers may fail, or a text that agents read gained a flag of an attack; it is about all of its tools',
    severity: 'major',
    exception: {
      severity: 'critical',
      when: 'where a text that agents read gained a flag of an attack',
      label: 'texts less safe',
      applies: ({ isUnsafe }) => isUnsafe,
    },
    recommendation: recommend('healthy', 'breaking', ANY_CALLER),
    label: 'declarations changed',
    sentence: 'Server changed its instructions or other declarations',
    inHistory: null,
    sign: 'degraded',
    // As long as a breaking change of a tool.
    closesAfterDays: 7,
  },
} as const satisfies Record<BreakageKind, BreakageRule>

/** Kinds that the history of a server shows as events of their own. */
export type HistoryKind = {
  [Kind in BreakageKind]: (typeof BREAKAGES)[Kind]['inHistory'] extends null ? never : Kind
}[BreakageKind]

export function isInHistory(kind: BreakageKind): kind is HistoryKind {
  return BREAKAGES[kind].inHistory !== null
}

/** What agents are advised while a breakage is open: of a server that is unsafe now, what is advised of it. */
export function adviceOf(kind: BreakageKind, isUnsafe: boolean): Recommendation {
  return isUnsafe ? recommend('healthy', 'unsafe_text', ANY_CALLER) : BREAKAGES[kind].recommendation
}

/**
 * What a breakage is called: what took back a promise, or gained a hostile text, became less safe, whether or not calls
 * fail.
 */
export function breakageLabel(kind: BreakageKind, severity: Severity): string {
  const { label, exception }: BreakageRule = BREAKAGES[kind]
  return exception?.severity === severity ? (exception.label ?? label) : label
}

/** What every kind means, in words for the API reference. */
export const KINDS_TEXT = BREAKAGE_KINDS.map((kind) => `${kind}: ${BREAKAGES[kind].means}.`).join(' ')

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

/**
 * The evidence of the changes that break callers or take back a promise, the worst first; undefined: there are none.
 */
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
