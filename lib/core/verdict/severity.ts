import { SEVERITIES, type Severity } from 'assay-verify/breakage-kind'

/** From so many servers or tools broken together on, an incident is one step worse than the worst of its breakages. */
export const MANY = { servers: 10, tools: 100 } as const

/** How bad an incident is, from the worst of its breakages and how many servers and tools it counts. */
export function incidentSeverity(worst: Severity, extent: { servers: number; tools: number }): Severity {
  const isMany = extent.servers >= MANY.servers || extent.tools >= MANY.tools
  return isMany ? (SEVERITIES[SEVERITIES.indexOf(worst) + 1] ?? worst) : worst
}
