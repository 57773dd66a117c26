import type { InputOf, OutputOf } from '../contract/operations'
import type { BreakageKind } from '../core/breakage'
import { RECOMMENDATION_BY_VERDICT, type Recommendation } from '../core/verdict'
import { openDoor } from '../http/operation'
import { listOpenBreakages, listToolIdsOfServers } from '../store/breakages'
import type { Context } from './context'

const RECOMMENDATION_BY_KIND = {
  down: RECOMMENDATION_BY_VERDICT.down,
  degraded: RECOMMENDATION_BY_VERDICT.degraded,
  auth_changed: RECOMMENDATION_BY_VERDICT.degraded,
  schema_breaking: RECOMMENDATION_BY_VERDICT.degraded,
  tool_removed: RECOMMENDATION_BY_VERDICT.down,
} as const satisfies Record<BreakageKind, Recommendation>

export async function breakages({ limit }: InputOf<'breakages'>, { db }: Context): Promise<OutputOf<'breakages'>> {
  const open = await listOpenBreakages(db, limit)
  const tools = await listToolIdsOfServers(
    db,
    open.flatMap((entry) => (entry.toolId === null ? [entry.serverKey] : [])),
  )
  return {
    breakages: open.map((entry) => ({
      id: `brk_${entry.key}`,
      serverId: entry.serverId,
      server: entry.serverTitle,
      toolIds: entry.toolId === null ? (tools.get(entry.serverKey) ?? []) : [entry.toolId],
      kind: entry.kind,
      severity: entry.severity,
      openedAt: entry.openedAt.toISOString(),
      lastSeenAt: entry.lastSeenAt.toISOString(),
      closedAt: null,
      evidence: entry.evidence,
      recommendation: RECOMMENDATION_BY_KIND[entry.kind],
      group: entry.group,
    })),
  }
}

export const breakagesDoor = openDoor('breakages', breakages)
