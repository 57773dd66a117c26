const inBrowser = (): boolean => typeof location !== 'undefined'

/**
 * Request settings for browsers: no cookies, no referrer, and revalidation of cached answers. Empty elsewhere, as some platforms refuse them.
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
