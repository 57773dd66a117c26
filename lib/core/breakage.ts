export const BREAKAGE_KINDS = ['down', 'degraded', 'auth_changed', 'schema_breaking', 'tool_removed'] as const
export type BreakageKind = (typeof BREAKAGE_KINDS)[number]

export const SEVERITIES = ['minor', 'major', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]
