import { DAY_MS } from 'assay-verify/duration'
import { LONGEST_MAINTENANCE_DAYS } from 'assay-verify/history/interval'
import { isUnderMaintenance, type Maintenance } from './maintenance'

/** A maintenance window that cannot be set; the message is for whoever asked for it. */
export class MaintenanceRefused extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'MaintenanceRefused'
  }
}

/** Throws `MaintenanceRefused` for a window that ends before it begins, is over, or is too long. */
export function refuseInvalidWindow({ from, to }: Maintenance, now: Date): void {
  if (!(from < to)) throw new MaintenanceRefused('A maintenance window ends after it begins.')
  if (to <= now) throw new MaintenanceRefused('A maintenance window is announced before it is over.')
  refuseTooLong({ from, to })
}

/**
 * The window as it is kept when it is set now: it does not begin in the past, unless it continues the running one. Then
 * the whole length counts, otherwise a window could be extended for ever: throws `MaintenanceRefused` if it is too
 * long.
 */
export function windowSetNow({ from, to }: Maintenance, previous: Maintenance | null, now: Date): Maintenance {
  const continued = previous !== null && isUnderMaintenance(previous, now) ? previous.from : now
  const window = { from: from > now ? from : continued, to }
  refuseTooLong(window)
  return window
}

function refuseTooLong({ from, to }: Maintenance): void {
  if (to.getTime() - from.getTime() > LONGEST_MAINTENANCE_DAYS * DAY_MS)
    throw new MaintenanceRefused(`A maintenance window lasts ${LONGEST_MAINTENANCE_DAYS} days at most.`)
}
