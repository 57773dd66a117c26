import type { z } from 'zod'
import type { FeedBreakage as Shape } from '../../contract/feed'
import { adviceOf } from '../../core/verdict/breakage'
import type { FeedBreakage as Stored } from '../../store/feed/feed'
import { breakageId, incidentId } from '../incident-records'

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
