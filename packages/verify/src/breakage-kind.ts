/**
 * Every kind of breakage. Leaves, the database enum, the contract and the table of rules (`BREAKAGES`) derive from this
 * list. The order is that of the database enum, so a new kind goes to the end.
 */
export const BREAKAGE_KINDS = [
  'down',
  'degraded',
  'auth_changed',
  'schema_breaking',
  'tool_removed',
  'declaration_changed',
] as const

export type BreakageKind = (typeof BREAKAGE_KINDS)[number]

/** Days that closed breakages are kept: two years and a day. */
export const CLOSED_KEPT_DAYS = 731
