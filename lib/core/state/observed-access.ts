import type { Access } from '../verdict/verdict'
import { CONFIRM_AFTER_MS } from './held-state'
import { type LookReason, outcomeOf } from './observation'

export type ObservedAccess = Exclude<Access, 'unknown'>

/** How a server was last seen to be reached. */
export interface AccessMemory {
  /** null while it only failed or throttled. */
  access: ObservedAccess | null
  /** A first answer that contradicts `access` and waits for a second; `firstAt` in epoch milliseconds. */
  accessDoubt: { access: ObservedAccess; firstAt: number } | null
}

/** Another access than the one known is believed at its second sign: a single 403 may be a firewall's mood. */
export function noteAccess({ access, accessDoubt }: AccessMemory, reason: LookReason, at: number): AccessMemory {
  const seen = accessSeen(reason)
  if (seen === null) return { access, accessDoubt }
  if (access === null || access === seen) return { access: seen, accessDoubt: null }
  if (accessDoubt?.access !== seen) return { access, accessDoubt: { access: seen, firstAt: at } }
  return at - accessDoubt.firstAt >= CONFIRM_AFTER_MS ? { access: seen, accessDoubt: null } : { access, accessDoubt }
}

function accessSeen(reason: LookReason): ObservedAccess | null {
  if (reason === 'payment_required') return 'paid'
  const outcome = outcomeOf(reason)
  if (outcome === 'auth_required') return 'auth'
  return outcome === 'ok' ? 'open' : null
}
