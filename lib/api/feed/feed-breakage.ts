import type { z } from 'zod'
import type { FeedBreakage as Shape } from '../../contract/feed'
import type { FeedBreakage as Stored } from '../../store/feed/feed'
import { breakageId, incidentId, RECOMMENDATION_BY_KIND } from '../operations/breakages'

export type FeedBreakage = z.output<typeof Shape>

/** An open breakage without its evidence, which GET /v1/breakages has. */
export function feedBreakageOf({ key, serverId, toolId, kind, severity, openedAt, incidentKey }: Stored): FeedBreakage {
  return {
    id: breakageId({ key }),
    serverId,
    toolIds: toolId === null ? null : [toolId],
    kind,
    severity,
    openedAt: openedAt.toISOString(),
    recommendation: RECOMMENDATION_BY_KIND[kind],
    group: incidentKey === null ? null : incidentId(incidentKey),
  }
}
