import type { Metadata } from 'next'

interface PageFacts {
  title: string
  description: string
  /** Canonical path of the page. */
  path: string
  /** Path of the same content as JSON. */
  json?: string
  /** Paths of its feeds, by media type. */
  feeds?: Readonly<Record<string, string>>
}

// Characters; longer than search engines and link previews show. Third-party names may be longer.
const TITLE_LENGTH = 110
const DESCRIPTION_LENGTH = 300

/** Title, description, canonical URL, alternates and Open Graph of a page. Next merges metadata by top-level key, so each key is complete here. */
export function pageMetadata({ title, description, path, json, feeds }: PageFacts): Metadata {
  const shortTitle = cut(title, TITLE_LENGTH)
  const shortDescription = cut(description, DESCRIPTION_LENGTH)
  return {
    title: { absolute: path === '/' ? shortTitle : `${shortTitle} · Assay` },
    description: shortDescription,
    alternates: { canonical: path, types: { ...(json !== undefined && { 'application/json': json }), ...feeds } },
    openGraph: {
      title: shortTitle,
      description: shortDescription,
      url: path,
      siteName: 'Assay',
      type: 'website',
      locale: 'en',
      images: [{ url: '/og.png', width: 1200, height: 630, alt: 'Assay: an oracle that can be checked' }],
    },
    twitter: { card: 'summary_large_image' },
  }
}

function cut(text: string, length: number): string {
  const letters = [...text]
  return letters.length <= length
    ? text
    : `${letters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

/** Metadata for an unknown id. Next renders the body of such a page by JavaScript only, so the description repeats the nearest ids. */
export function unknownIdMetadata(nearest: readonly string[]): Metadata {
  const hint = nearest.length === 0 ? 'Search finds tools by what they do.' : `Similar ids: ${nearest.join(', ')}`
  return { title: 'No tool or server has this id · Assay', description: hint }
}
