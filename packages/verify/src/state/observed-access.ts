import type { Access } from '../verdict.ts'
import { CONFIRM_AFTER_MS } from './confirmed-state.ts'
import { outcomeOf, type ProbeReason } from './observation.ts'

export type ObservedAccess = Exclude<Access, 'unknown'>

/** The access last observed by probes. */
export interface AccessMemory {
  /** null while it only failed or throttled. */
  access: ObservedAccess | null
  /** A first answer that contradicts `access` and needs a second to confirm it; `firstAt` in epoch milliseconds. */
  unconfirmedAccess: { access: ObservedAccess; firstAt: number } | null
}

/** A changed access needs a second sign: a single 403 may come from a firewall. */
export function noteAccess({ access, unconfirmedAccess }: AccessMemory, reason: ProbeReason, at: number): AccessMemory {
  const seen = accessSeen(reason)
  if (seen === null) return { access, unconfirmedAccess }
  if (access === null || access === seen) return { access: seen, unconfirmedAccess: null }
  if (unconfirmedAccess?.access !== seen) return { access, unconfirmedAccess: { access: seen, firstAt: at } }
  return at - unconfirmedAccess.firstAt >= CONFIRM_AFTER_MS
    ? { access: seen, unconfirmedAccess: null }
    : { access, unconfirmedAccess }
}

function accessSeen(reason: ProbeReason): ObservedAccess | null {
  if (reason === 'payment_required') return 'paid'
  const outcome = outcomeOf(reason)
  if (outcome === 'auth_required') return 'auth'
  return outcome === 'ok' ? 'open' : null
}
