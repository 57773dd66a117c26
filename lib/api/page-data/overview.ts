import { countStates, type StateCounts } from '../../store/catalog/totals'
import type { Context } from '../context'

const COUNTS_CACHED_MS = 10_000

/** How many servers and tools there are in each state, counted apart, for the home page. */
export interface Overview {
  servers: StateCounts
  tools: StateCounts
}

export async function overview({ reads: { db }, memo, now }: Context): Promise<Overview> {
  return memo.recent('overview', COUNTS_CACHED_MS, now, async () => {
    const { server, tool } = await countStates(db)
    return { servers: server, tools: tool }
  })
}

/** Whether any server has a recent result, so that “nothing is broken” can be said. */
export function hasResults({ servers: { healthy, degraded, avoid, down, auth } }: Pick<Overview, 'servers'>): boolean {
  return healthy + degraded + avoid + down + auth > 0
}
