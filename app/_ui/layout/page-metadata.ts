import type { Metadata } from 'next'

interface PageFacts {
  title: string
  description: string
  /** Path of the page's one address. */
  path: string
  /** Path of the same as JSON, where there is one. */
  json?: string
  /** Paths of the same for feed readers, by media type. */
  feeds?: Readonly<Record<string, string>>
}

// Long enough for every search engine and chat window; strangers' names may be longer.
const TITLE_LENGTH = 110
const DESCRIPTION_LENGTH = 300

/** Title, description, canonical address, JSON twin and Open Graph of a page. Next merges by whole keys, so all of it is said here. */
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

/** For an id nobody knows. Next fills the body of such a page by JavaScript only, so the head carries the hints as well. */
export function unknownIdMetadata(nearest: readonly string[]): Metadata {
  const hint = nearest.length === 0 ? 'Search finds tools by what they do.' : `Ids near to it: ${nearest.join(', ')}`
  return { title: 'No tool or server has this id · Assay', description: hint }
}
