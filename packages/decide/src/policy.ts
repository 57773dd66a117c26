import type { PinnedPart } from './bundle.ts'
import type { Action, DecisionCode } from './decision.ts'

/** What a lock file pins of one tool: digests as `pinDigest` shortens them. Left out: not pinned. null: has none. */
export type ToolPins = Partial<Record<PinnedPart, string | null>>

/** Codes for which a call may be denied. */
export type DenyingCode = 'down' | 'removed' | 'unsafe' | 'pin'
/** Codes for which a call is never denied, whatever a policy says: they are no reason to lose it. */
type MilderCode = Exclude<DecisionCode, DenyingCode | 'none' | 'stale' | 'unknown' | 'closed' | 'trial'>

/** What a caller wants. A score alone never decides. */
export interface Policy {
  /** The name of the policy and its version, for reports. */
  version: string
  actions: Readonly<Record<DenyingCode, Action> & Record<MilderCode, Exclude<Action, 'deny'>>>
  /** One denied call in so many minutes is let through, the first so long after the first denial. */
  trialMinutes: number
  /** A completed call closes the circuit for so long. */
  closedMinutes: number
  /** So many failures of this caller in a row, the newest so recent, are worth a sentence. */
  ownFailures: { count: number; withinMinutes: number }
  /** Pins of the user's lock file, by server id and tool. */
  pins: ReadonlyMap<string, ReadonlyMap<string, ToolPins>>
}

/**
 * Denies for an outage that is confirmed and fresh, for what is to be avoided (unsafe, or no longer listed), and for a
 * broken pin; advises where the server is degraded, the tool changed, or the caller's own calls fail. Nothing for a
 * change of wording but a sentence.
 */
export const DEFAULT_POLICY: Policy = {
  version: 'decide-1',
  actions: {
    degraded: 'advise',
    changed: 'advise',
    own_failures: 'advise',
    down: 'deny',
    removed: 'deny',
    unsafe: 'deny',
    pin: 'deny',
    pin_wording: 'advise',
  },
  trialMinutes: 5,
  closedMinutes: 30,
  ownFailures: { count: 3, withinMinutes: 5 },
  pins: new Map(),
}
