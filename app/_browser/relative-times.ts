import { formatRelativeTime } from '../../lib/core/text/relative-time'

const EVERY_MS = 10_000
/** A state is checked about this often, so that an older page may be wrong. */
const OLD_AFTER_MS = 5 * 60_000

/**
 * Keeps relative times (`<time data-relative>`) true while a page is open, and shows the note (`data-rendered-at`) that
 * a page is old. A page that is shown again may come from a cache or from the memory of the browser.
 */
export function defineRelativeTimes(): void {
  const update = () => {
    for (const note of document.querySelectorAll<HTMLElement>('[data-rendered-at]'))
      note.hidden = Date.now() - Date.parse(note.dataset.renderedAt ?? '') < OLD_AFTER_MS
    for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-relative]'))
      time.textContent = formatRelativeTime(time.dateTime, new Date())
  }
  setInterval(() => {
    if (!document.hidden) update()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', update)
  addEventListener('pageshow', update)
  update()
}
