import { formatRelativeTime, formatSpan } from '../../lib/core/text/relative-time'

const EVERY_MS = 10_000
/** A state is checked about this often, so that an older page may be wrong. */
const OLD_AFTER_MS = 5 * 60_000

/** What is written for an instant, by the value of `data-relative`; `absolute`: as the page has it. */
export const FORMS: Readonly<Record<string, (instant: string, absolute: string, now: Date) => string>> = {
  ago: (instant, _, now) => formatRelativeTime(instant, now),
  beside: (instant, absolute, now) => `${absolute}, ${formatRelativeTime(instant, now)}`,
  for: (instant, _, now) => `for ${formatSpan(Math.max(1, (now.getTime() - Date.parse(instant)) / 1000))}`,
}

/** Writes how long ago the times of a page are (`<time data-relative>`); the time itself becomes the title. */
export function writeRelativeTimes(): void {
  const now = new Date()
  for (const time of document.querySelectorAll<HTMLTimeElement>('time[data-relative]')) {
    time.title ||= time.textContent ?? ''
    time.textContent = FORMS[time.dataset.relative ?? '']?.(time.dateTime, time.title, now) ?? time.title
  }
}

/** Keeps relative times true while a page is open, and shows the note (`data-old-page`) that a page is old. */
export function defineRelativeTimes(): void {
  const loadedAt = new Date().toISOString()
  const update = () => {
    const isOld = Date.now() - Date.parse(loadedAt) >= OLD_AFTER_MS
    for (const note of document.querySelectorAll<HTMLElement>('[data-old-page]')) {
      note.hidden = !isOld
      const age = note.querySelector('[data-age]')
      if (age !== null) age.textContent = formatRelativeTime(loadedAt, new Date())
    }
    writeRelativeTimes()
  }
  setInterval(() => {
    if (!document.hidden) update()
  }, EVERY_MS)
  document.addEventListener('visibilitychange', update)
  addEventListener('pageshow', update)
  update()
}
