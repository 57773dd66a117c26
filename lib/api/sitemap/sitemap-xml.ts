import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'

/** An address in a sitemap; `changedAt` undefined: not known. */
export interface SitemapUrl {
  url: string
  changedAt?: Date | undefined
}

const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9'
/** Longer addresses are refused by the protocol. */
const LONGEST_URL = 2048

/** Entries made into text at a time: a millisecond or two of the main thread. */
const ENTRIES_AT_ONCE = 1000

/** A part of a sitemap: pages. */
export function urlSet(entries: readonly SitemapUrl[]): Promise<string> {
  return documentOf('urlset', 'url', entries)
}

/** The index of a sitemap: its parts. */
export function sitemapIndex(entries: readonly SitemapUrl[]): Promise<string> {
  return documentOf('sitemapindex', 'sitemap', entries)
}

async function documentOf(root: string, element: string, entries: readonly SitemapUrl[]): Promise<string> {
  const lines: string[] = []
  for (const [at, { url, changedAt }] of entries.entries()) {
    if (at % ENTRIES_AT_ONCE === ENTRIES_AT_ONCE - 1) await nextEventLoopTurn()
    if (url.length >= LONGEST_URL) continue
    const changed = changedAt === undefined ? '' : `<lastmod>${changedAt.toISOString()}</lastmod>`
    lines.push(`<${element}><loc>${escapeXml(url)}</loc>${changed}</${element}>`)
  }
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<${root} xmlns="${NAMESPACE}">`, ...lines, `</${root}>`, ''].join(
    '\n',
  )
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}

/** Text as XML has it. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (letter) => ESCAPES[letter] ?? letter)
}
