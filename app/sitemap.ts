import type { MetadataRoute } from 'next'
import { config } from '@/lib/config'
import { CATEGORIES } from '@/lib/core/catalog/taxonomy'

export const dynamic = 'force-dynamic'

const PAGES = [
  '/',
  '/categories',
  '/incidents',
  '/check',
  '/report',
  '/trust',
  '/trust/method',
  '/docs',
  '/problems',
  '/probing',
]

export default function sitemap(): MetadataRoute.Sitemap {
  const paths = [...PAGES, ...CATEGORIES.map(({ slug }) => `/category/${slug}`)]
  return paths.map((path) => ({ url: `${config().baseUrl}${path}` }))
}
