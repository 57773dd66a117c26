import { CREDITS_A_KEY_AND_DAY, creditsOf } from '../core/caller/credits'
import { dayOf } from '../core/day'
import { type Batch, eventsOf } from '../store/outcomes/ingest'

/** Tools of keys remembered, some 100 bytes each; all are forgotten when there are more. */
const MOST_REMEMBERED = 200_000

/**
 * The credits that a batch earns by what this process knows of its key's day, which is at least what it will earn: the
 * ledger is written where the outcomes are counted, with what other processes took in. Its function also remembers the
 * batch.
 */
export function openCreditEstimate(): (batch: Batch, now: Date) => number {
  let day = 0
  let remembered = 0
  const keys = new Map<string, { earned: number; reported: Map<string, number> }>()
  return ({ keyId, sums }, now) => {
    if (keyId === null) return 0
    if (dayOf(now) !== day || remembered > MOST_REMEMBERED) {
      keys.clear()
      remembered = 0
      day = dayOf(now)
    }
    const key = keys.get(keyId) ?? { earned: 0, reported: new Map<string, number>() }
    keys.set(keyId, key)
    if (key.earned >= CREDITS_A_KEY_AND_DAY) return 0
    const before = key.reported.size
    const ofTools = [...sums].map(([id, sum]) => {
      const earlier = key.reported.get(id) ?? 0
      const events = eventsOf(sum)
      key.reported.set(id, earlier + events)
      return { before: earlier, events }
    })
    remembered += key.reported.size - before
    const credits = creditsOf(ofTools, key.earned)
    key.earned += credits
    // What it reported matters no more.
    if (key.earned >= CREDITS_A_KEY_AND_DAY) {
      remembered -= key.reported.size
      key.reported.clear()
    }
    return credits
  }
}
