import type { Severity } from '../breakage-kind.ts'
import type { LeafOf } from '../leaves/leaf.ts'

/** What the leaves about a breakage say, and how many there are. */
export interface TlogBreakage {
  /** The newest one. */
  leaf: number
  id: string
  kind: string
  event: 'opened' | 'closed'
  /** How bad it was, and the digest of its evidence, by then. */
  severity: Severity
  evidence: string
  /** When it was opened and closed last, epoch ms; null: it is not logged, or was logged later than it happened. */
  openedAt: number | null
  closedAt: number | null
  turns: number
}

/** What is logged of a breakage with the next leaf. `isOfBefore`: it happened while nothing was logged. */
export function nextBreakage(
  known: TlogBreakage | undefined,
  { id, breakage: kind, event, at, severity, evidence }: LeafOf<'breakage'>,
  leaf: number,
  isOfBefore: boolean,
): TlogBreakage {
  const eventAt = isOfBefore ? null : Date.parse(at)
  const openedAt = event === 'opened' ? eventAt : (known?.openedAt ?? null)
  return {
    leaf,
    id,
    kind,
    event,
    severity,
    evidence,
    openedAt,
    closedAt: event === 'closed' ? eventAt : null,
    turns: (known?.turns ?? 0) + 1,
  }
}
