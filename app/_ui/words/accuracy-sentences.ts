import { plural } from 'assay-verify/text/plural'
import { formatDuration } from '@/lib/core/text/relative-time'
import { formatCount } from '../format'

/** What the page /trust says about how good results are. */
export const ACCURACY = {
  tooLittle: ({ seen, windowDays, least }: { seen: string; windowDays: number; least: number }) =>
    `Too little data yet: ${seen} in the last ${windowDays} days. We show this from ${formatCount(least)} on.`,
  wrongOutages: ({
    begun,
    windowDays,
    takenBack,
    minutes,
  }: {
    begun: number
    windowDays: number
    takenBack: number
    minutes: number
  }) =>
    `We said “Down” ${formatCount(begun)} ${plural(begun, 'time')} in ${windowDays} days. ${formatCount(takenBack)} of these servers answered again within ${minutes} minutes. Some of those outages were real and short.`,
  forecastDistance: ({ hours, settled }: { hours: number; settled: number }) =>
    `Percentage points between the chance we gave ${hours} ${plural(hours, 'hour')} ahead and how often it came true, on average over ${formatCount(settled)} ${plural(settled, 'forecast')}.`,
  timeToDetect: ({ timed, seconds }: { timed: number; seconds: number }) =>
    `Half of ${formatCount(timed)} ${plural(timed, 'outage')} were known sooner, nine of ten within ${formatDuration(seconds)}. Counted from the last good answer, so the real time is shorter.`,
} as const
