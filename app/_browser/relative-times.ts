import { formatRelativeTime } from '../../lib/core/text/relative-time'

const EVERY_MS = 10_000

/** Keeps relative times (`<time data-relative>`) true while a page is open. */
export function defineRelativeTimes(): void {
  const update = () => {
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-relative]'))
      time.textContent = formatRelativeTime(time.dateTime, new Date())
  }
  setInterval(() => {
    if (!document.hidden) update()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', update)
}
