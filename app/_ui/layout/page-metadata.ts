import type { Metadata } from 'next'
import { shortened } from '../format'

interface PageFacts {
  title: string
  description: string
  /** Path of the page. */
  path: string
  /** Path of its canonical page, where that is another. */
  canonical?: string
  /** Path of the same content as JSON. */
  json?: string
  /** Paths of its feeds, by media type. */
  feeds?: Readonly<Record<string, string>>
  /** Whether search engines may list it; true by default. */
  isIndexed?: boolean
  /** Path of its picture for link previews (1200 by 630), and what it shows; the picture of the site by default. */
  image?: { url: string; alt: string }
}

// Characters; longer than search engines and link previews show. Third-party names may be longer.
const TITLE_LENGTH = 110
const DESCRIPTION_LENGTH = 300

const NOT_INDEXED = { robots: { index: false } } as const

const SITE_IMAGE = { url: '/og.png', alt: 'Assay: is that MCP tool working right now?' }

/**
 * Title, description, canonical URL, alternates and Open Graph of a page. Next merges metadata by top-level key, so
 * each key is complete here.
 */
export function pageMetadata({
  title,
  description,
  path,
  canonical = path,
  json,
  feeds,
  isIndexed = true,
  image = SITE_IMAGE,
}: PageFacts): Metadata {
  const shortTitle = shortened(title, TITLE_LENGTH)
  const shortDescription = shortened(description, DESCRIPTION_LENGTH)
  return {
    title: { absolute: path === '/' ? shortTitle : `${shortTitle} · Assay` },
    description: shortDescription,
    alternates: { canonical, types: { ...(json !== undefined && { 'application/json': json }), ...feeds } },
    openGraph: {
      title: shortTitle,
      description: shortDescription,
      url: path,
      siteName: 'Assay',
      type: 'website',
      locale: 'en',
      images: [{ ...image, width: 1200, height: 630 }],
    },
    twitter: { card: 'summary_large_image' },
    ...(!isIndexed && NOT_INDEXED),
  }
}

/** Metadata for an unknown id. */
export function unknownIdMetadata(nearest: readonly string[]): Metadata {
  const hint = nearest.length === 0 ? 'Search finds tools by what they do.' : `Similar ids: ${nearest.join(', ')}`
  return missingMetadata('No tool or server has this id', hint)
}

/** Metadata of a page that says that there is none. */
export function missingMetadata(title: string, description?: string): Metadata {
  return { title: `${title} · Assay`, ...(description !== undefined && { description }), ...NOT_INDEXED }
}
