import { isNonEndpointState, type TargetState } from '../core/evidence/combined-state'
import { recordReleases } from '../store/catalog/releases'
import type { Database } from '../store/database'
import type { TargetChange } from './finished-probe'

/** Records when packages were last published, where their index says something new; nothing that is ahead of `now`. */
export async function recordNewReleases(tx: Database, changes: readonly TargetChange[], now: Date): Promise<void> {
  const releases = changes.flatMap(({ serverKey, before, after }) => {
    const at = publishedAtOf(after)
    return at === null || at > now.getTime() || at === publishedAtOf(before) ? [] : [{ serverKey, at: new Date(at) }]
  })
  await recordReleases(tx, releases)
}

function publishedAtOf(state: TargetState | null): number | null {
  return state !== null && isNonEndpointState(state) ? (state.packageFacts?.publishedAt ?? null) : null
}
