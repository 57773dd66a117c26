/**
 * A maintenance window announced beforehand, `from` inclusive, `to` exclusive. Nothing in it counts for or against a
 * server.
 */
export interface Maintenance {
  from: Date
  to: Date
}

/** The window from its two columns; null while none was announced. */
export function maintenanceOf(from: Date | null, to: Date | null): Maintenance | null {
  return from === null || to === null ? null : { from, to }
}

/** Whether `now` lies in the window. */
export function isUnderMaintenance(maintenance: Maintenance | null, now: Date): boolean {
  return maintenance !== null && maintenance.from <= now && now < maintenance.to
}
