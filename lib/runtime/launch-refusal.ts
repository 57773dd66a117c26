import { refusalOfLaunching } from '@/lib/probers/launch/check-sandbox'
import type { LaunchSettings } from '@/lib/probers/prober'

const ASKED_AGAIN_AFTER_MS = 600_000

/**
 * Answers whether packages can be launched on this machine: asked at the first run, and where they cannot, again every
 * ten minutes. Why they cannot is logged once each time. Targets are scheduled all the same, for a process elsewhere
 * that can.
 */
export function openLaunchCheck(
  log: (line: string) => void,
  signal: AbortSignal,
  clock: () => Date,
  refusalOf: typeof refusalOfLaunching = refusalOfLaunching,
): (settings: LaunchSettings) => Promise<boolean> {
  let askedAt: number | undefined
  let refusal: string | null = null
  return async (settings) => {
    const now = clock().getTime()
    if (askedAt === undefined || (refusal !== null && now - askedAt >= ASKED_AGAIN_AFTER_MS)) {
      askedAt = now
      refusal = await refusalOf(settings, signal)
      if (refusal !== null) log(`PROBE_LAUNCH: no package is launched. ${refusal}`)
    }
    return refusal === null
  }
}
