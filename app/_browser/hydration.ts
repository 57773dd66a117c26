const POLL_MS = 25
/** Then whatever waits goes on: the page is of use without React. */
const GIVEN_UP_AFTER_MS = 5000

/**
 * Resolves when the markup may be changed. Where pages keep Next's scripts, React compares the markup with what it
 * would render and reports a difference as an error; the footer is the last that it comes to. It marks an element
 * that it has taken over with a property of its own.
 */
export async function hydrated(): Promise<void> {
  if (!('__next_f' in window)) return
  const footer = document.querySelector('footer')
  const isTakenOver = () => footer === null || Object.keys(footer).some((name) => name.startsWith('__react'))
  const until = performance.now() + GIVEN_UP_AFTER_MS
  while (!isTakenOver() && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, POLL_MS))
}
