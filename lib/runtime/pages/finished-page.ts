/**
 * A page as it is sent: no page has client components, so that nothing of the framework's client runtime is needed by a
 * reader.
 */

const SCRIPT = /<script\b([^>]*)>[\s\S]*?<\/script>/g
/** Hints to load scripts that are taken out. */
const SCRIPT_HINT = /<link\b(?=[^>]*\brel="(?:preload|modulepreload)")(?=[^>]*\bas="script")[^>]*>/g
/** Our own: structured data, which nothing runs, and modules of the service itself. */
const OWN_SCRIPT = /\btype="application\/ld\+json"|\bsrc="\/assets\//
/** A part of a page that a script would put in its place. */
const UNFINISHED = /<template id="B:/

/**
 * The markup without Next's scripts and inline data. Next escapes every `<` within its scripts, so that the first end
 * tag ends a script. A page that needs a script to show a part of itself is an error: it would stay incomplete.
 */
export function withoutFrameworkScripts(html: string): string {
  if (UNFINISHED.test(html)) throw new Error('A page has a part that is shown by a script only.')
  return html
    .replace(SCRIPT, (script, attributes: string) => (OWN_SCRIPT.test(attributes) ? script : ''))
    .replace(SCRIPT_HINT, '')
}

/** What a page may load, where no script and no style is within its markup. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * How long a page may be kept, so that a change shows within a minute: by a browser as long as the service itself keeps
 * it, by a cache in between for 20 seconds, and for 30 more while it asks again.
 */
export function pageCaching(keptSeconds: number): string {
  return `public, max-age=${keptSeconds}, s-maxage=20, stale-while-revalidate=30`
}

/** Whether an answer is a page of markup. */
export function isMarkup(contentType: string | undefined): boolean {
  return contentType?.startsWith('text/html') ?? false
}
