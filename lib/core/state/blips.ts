import type { LookRun } from './held-state'

/** Looks at a server while it stood up, fading by look, and the failures among them that did not become an outage. */
export interface Blips {
  looks: number
  failures: number
}

export const NO_BLIPS: Readonly<Blips> = { looks: 0, failures: 0 }

/** Share of the counts kept a look: a memory of 50 looks, half a day at one each quarter of an hour. */
const BLIPS_KEPT_PER_LOOK = 0.98

/** Failing often begins above this share of looks that fail, for retries mend less than one in five, and ends below half of it. */
export const FAILING_OFTEN_SHARE = 0.2
export const FAILING_SELDOM_SHARE = 0.1

/** Looks (fading) a failing share needs: two failures among the first few say nothing. */
export const LEAST_BLIP_LOOKS = 10

/** The counts after the look that made `run`. A failure is a blip once an answer follows it; until then it counts for nothing. */
export function nextBlips(blips: Blips, before: LookRun | null, run: LookRun): Blips {
  if (run.state === 'down') return blips
  const failures = before?.state === 'down' ? before.looks : 0
  const kept = BLIPS_KEPT_PER_LOOK ** (failures + 1)
  return { looks: blips.looks * kept + failures + 1, failures: blips.failures * kept + failures }
}

/** Whether too many looks fail, after they did or did not. */
export function failsOften(blips: Blips, didBefore: boolean): boolean {
  if (blips.looks < LEAST_BLIP_LOOKS) return false
  return blips.failures / blips.looks > (didBefore ? FAILING_SELDOM_SHARE : FAILING_OFTEN_SHARE)
}
