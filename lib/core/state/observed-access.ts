import type { Access } from '../verdict/verdict'
import { CONFIRM_AFTER_MS } from './confirmed-state'
import { outcomeOf, type ProbeReason } from './observation'

export type ObservedAccess = Exclude<Access, 'unknown'>

/** How a server was last seen to be reached. */
export interface AccessMemory {
  /** null while it only failed or throttled. */
  access: ObservedAccess | null
  /** A first answer that contradicts `access` and waits for a second; `firstAt` in epoch milliseconds. */
  unconfirmedAccess: { access: ObservedAccess; firstAt: number } | null
}

/** Another access than the one known is believed at its second sign: a single 403 may be a firewall's mood. */
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
