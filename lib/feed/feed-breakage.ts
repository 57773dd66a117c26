import type { z } from 'zod'
import { adviceOf } from '../core/verdict/breakage'
import { breakageId, incidentId } from '../core/verdict/incident-id'
import type { FeedBreakage as Shape } from './contract/feed'
import type { FeedBreakage as Stored } from './sql/feed'

export type FeedBreakage = z.output<typeof Shape>

/** An open breakage without its evidence, which GET /v1/breakages has. */
export function feedBreakageOf({
  key,
  serverId,
  toolId,
  kind,
  severity,
  openedAt,
  incidentKey,
  isUnsafe,
}: Stored): FeedBreakage {
  return {
    id: breakageId({ key }),
    serverId,
    toolIds: toolId === null ? null : [toolId],
    kind,
    severity,
    openedAt: openedAt.toISOString(),
    recommendation: adviceOf(kind, isUnsafe),
    group: incidentKey === null ? null : incidentId(incidentKey),
  }
}
