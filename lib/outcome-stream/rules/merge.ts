import type { OutcomeSums } from '../../core/caller/outcome'
import type { BatchPart } from './message'

/** The sums of many parts of one reporter in one hour. */
export type MergedPart = Omit<BatchPart, 'hash'>

/** Adds parts up by hour and reporter. */
export function merged(parts: readonly BatchPart[]): MergedPart[] {
  const byReporter = new Map<string, MergedPart & { sums: Map<string, OutcomeSums> }>()
  for (const { keyId, reporterKey, hour, sums } of parts) {
    const name = `${hour} ${reporterKey} ${keyId ?? ''}`
    let own = byReporter.get(name)
    if (own === undefined) {
      own = { keyId, reporterKey, hour, sums: new Map() }
      byReporter.set(name, own)
    }
    for (const [id, sum] of sums) {
      const known = own.sums.get(id)
      own.sums.set(id, known === undefined ? sum : plus(known, sum))
    }
  }
  return [...byReporter.values()]
}

function plus(a: OutcomeSums, b: OutcomeSums): OutcomeSums {
  return {
    successes: a.successes + b.successes,
    transportFailures: a.transportFailures + b.transportFailures,
    callerFailures: a.callerFailures + b.callerFailures,
    otherFailures: a.otherFailures + b.otherFailures,
  }
}
