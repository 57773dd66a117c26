import type { Severity } from 'assay-verify/breakage-kind'
import { BREAKAGE_KINDS, type BreakageKind } from 'assay-verify/breakage-kind'
import { BREAKAGES } from './breakage'
import type { BreakageRule, ListingChanges, ServerCondition, ToolFinding } from './breakage-rule'

interface BreakageChanges {
  open: { kind: BreakageKind; severity: Severity }[]
  close: BreakageKind[]
}

/**
 * Which breakages of a whole server open and close when its condition changes, given those that are `open`; `before` is
 * null where it was never assessed. Never names a kind twice, nor one to open that is open, nor one to close that is
 * not.
 */
export function breakageChanges(
  open: readonly BreakageKind[],
  before: ServerCondition | null,
  after: ServerCondition,
): BreakageChanges {
  const changes: BreakageChanges = { open: [], close: [] }
  for (const kind of BREAKAGE_KINDS) {
    const rule: BreakageRule = BREAKAGES[kind]
    if (rule.subject !== 'server') continue
    if (open.includes(kind)) {
      if (rule.closes(after)) changes.close.push(kind)
    } else if (after.inMaintenance !== true && rule.opens(before, after)) {
      changes.open.push({ kind, severity: severityOf(rule, rule.exception?.applies(after)) })
    }
  }
  return changes
}

/** A breakage of one tool that opens. */
export interface ToolBreakage extends ToolFinding {
  kind: BreakageKind
  severity: Severity
}

interface OpenOfServer {
  kind: BreakageKind
  toolId: string | null
  undoneBy: string | null
}

/**
 * Which breakages of single tools a listing opens and closes, given what is `open` of its server. A change that undoes
 * an open one closes it and opens none, though it breaks callers who had followed. Being removed closes no change of a
 * tool's contract: a tool left out of one listing and listed again would otherwise be free of it.
 */
export function breakageChangesByListing<Open extends OpenOfServer>(
  open: readonly Open[],
  listing: ListingChanges,
): { open: ToolBreakage[]; close: Open[] } {
  const close = open.filter(({ kind, toolId, undoneBy }) => {
    const rule: BreakageRule = BREAKAGES[kind]
    return toolId !== null && rule.subject === 'tool' && rule.closes({ toolId, undoneBy }, listing)
  })
  const closed = new Set(close.map(({ kind, toolId }) => `${kind} ${toolId}`))
  // In reverse, removals before changes: a server's allowance goes to the worst, and among equals to the first.
  const opened = BREAKAGE_KINDS.toReversed().flatMap((kind) => {
    const rule: BreakageRule = BREAKAGES[kind]
    if (rule.subject !== 'tool') return []
    return rule
      .opens(listing)
      .filter(({ toolId }) => !closed.has(`${kind} ${toolId}`))
      .map((finding) => ({ ...finding, kind, severity: severityOf(rule, rule.exception?.applies(finding)) }))
  })
  return { open: opened, close }
}

function severityOf({ severity, exception }: BreakageRule, isException = false): Severity {
  return isException && exception !== undefined ? exception.severity : severity
}
