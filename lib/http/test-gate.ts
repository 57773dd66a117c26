import type { GateSettings } from './gate'
import { openLimits } from './limits/limits'

/** Limits as a process without a database counts them. */
export function openTestLimits() {
  return openLimits(
    null,
    (caller) => caller,
    () => undefined,
  )
}

/** The settings of a gate that revokes no key. */
export const TEST_GATE = {
  limits: null,
  keylessPerMinute: 60,
  keyedPerMinute: 600,
  keysAnHour: 5,
  checksAnHour: 10,
  freePerMinute: 20,
  logFilesPerMinute: 60_000,
  pagesPerMinute: 20,
  keyRevision: () => 0,
} satisfies Omit<GateSettings, 'findKey'>
