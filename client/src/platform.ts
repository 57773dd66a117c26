const inBrowser = (): boolean => typeof location !== 'undefined'

/**
 * What every request of ours asks of a browser: no cookie, no address of the page, and an answer that is as fresh as the server's. Nothing elsewhere,
 * where some platforms refuse these.
 */
export function requestInit(): RequestInit {
  return inBrowser() ? { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-cache' } : {}
}

/**
 * Whether to ask with `If-None-Match`: a browser's own cache does so by itself, and doing it by hand would cost a preflight.
 */
export function revalidatesByHand(): boolean {
  return !inBrowser()
}

/** Whether requests are cut off when a page closes, unless they are marked to outlive it. */
export function mayClose(): boolean {
  return typeof document !== 'undefined'
}

/** Calls `work` whenever the page is hidden or left. Answers what ends that. */
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
