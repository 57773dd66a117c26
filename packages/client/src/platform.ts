const inBrowser = (): boolean => typeof location !== 'undefined'

/**
 * Request settings for browsers: no cookies, no referrer, and revalidation of cached answers. Empty elsewhere, as some
 * platforms refuse them.
 */
export function requestInit(): RequestInit {
  return inBrowser() ? { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-cache' } : {}
}

/**
 * Whether to send `If-None-Match`. A browser's cache does so itself, and sending it would cost a preflight.
 */
export function revalidatesByHand(): boolean {
  return !inBrowser()
}

/** Whether this is a page, whose requests end when it closes unless sent with `keepalive`. */
export function mayClose(): boolean {
  return typeof document !== 'undefined'
}

/** Calls `work` whenever the page is hidden or left. Returns a function that ends this. */
export function onPageHidden(work: () => void): () => void {
  if (!mayClose()) return () => {}
  const whenHidden = () => {
    if (document.visibilityState === 'hidden') work()
  }
  document.addEventListener('visibilitychange', whenHidden)
  globalThis.addEventListener('pagehide', work)
  return () => {
    document.removeEventListener('visibilitychange', whenHidden)
    globalThis.removeEventListener('pagehide', work)
  }
}

/** The longest answer that is read, in bytes: ten times the longest that the service gives. */
const MOST_BYTES = 4_000_000

/** The text of an answer. Rejects, and ends the transfer, where it is longer than any answer of the service. */
export async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (reader === undefined) return response.text()
  const decoder = new TextDecoder()
  let text = ''
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.byteLength
    if (bytes > MOST_BYTES) {
      await reader.cancel()
      throw new Error('the answer is longer than any of the service')
    }
    text += decoder.decode(value, { stream: true })
  }
}
