import { plural } from 'assay-verify/text/plural'
import { formatDuration } from '@/lib/core/text/relative-time'
import { formatCount } from '../format'
import { sentence } from './sentence'

/** What the page /trust says about how good results are. */
export const ACCURACY = {
  tooLittle: sentence(
    'There is too little data for a figure or a drawing.',
    { seen: '3 outages', windowDays: 30, least: 10 },
    ({ seen, windowDays, least }) =>
      `Too little data yet: ${seen} in the last ${windowDays} days. We show this from ${formatCount(least)} on.`,
  ),
  wrongOutages: sentence(
    'How often “Down” was wrong.',
    { begun: 120, windowDays: 30, takenBack: 3, minutes: 20 },
    ({ begun, windowDays, takenBack, minutes }) =>
      `We said “Down” ${formatCount(begun)} ${plural(begun, 'time')} in ${windowDays} days. ${formatCount(takenBack)} of these servers answered again within ${minutes} minutes. Some of those outages were real and short.`,
  ),
  forecastDistance: sentence(
    'How far forecasts were from what happened.',
    { hours: 24, settled: 14_000 },
    ({ hours, settled }) =>
      `Percentage points between the chance we gave ${hours} ${plural(hours, 'hour')} ahead and how often it came true, on average over ${formatCount(settled)} ${plural(settled, 'forecast')}.`,
  ),
  timeToDetect: sentence(
    'How soon an outage is known.',
    { timed: 120, seconds: 960 },
    ({ timed, seconds }) =>
      `Half of ${formatCount(timed)} ${plural(timed, 'outage')} were known sooner, nine of ten within ${formatDuration(seconds)}. Counted from the last good answer, so the real time is shorter.`,
  ),
} as const
