import type { BreakageKind } from 'assay-verify/breakage-kind'
import type { Reason } from 'assay-verify/reason'
import type { Access, Status } from 'assay-verify/verdict'
import type { Package } from '../../core/catalog/catalog'
import type { StripDay } from '../../core/history/day-strip'

/** A server of somebody's setup, as it is now. */
export interface CheckedServer {
  id: string
  title: string
  status: Status
  access: Access
  /** ISO 8601; null: it is not down, or since when is not known. */
  downSince: string | null
  /** Why, the decisive one first. */
  reasons: readonly Reason[]
  /** No catalog lists it any more. */
  isRemoved: boolean
  /** Whether it is removed, down, degraded or to be avoided, and something can be used instead. */
  hasAlternatives: boolean
  /** Whether what it offers was ever read: it answered a probe, or its package started. */
  isRead: boolean
  /** Open changes that break callers, by what they are called: how many tools, and since when the first. */
  changes: { kind: BreakageKind; label: string; tools: number; since: string }[]
  /** Its packages with the newest version that is known; null: none is. */
  packages: (Pick<Package, 'registry' | 'name'> & { newest: string | null })[]
  /** Undefined: it was never observed. */
  days: StripDay[] | undefined
}
