import type { MetadataRoute } from 'next'
import { config } from '@/lib/config'

export const dynamic = 'force-dynamic'

/** They fetch what a user has just asked for: the API is made for them. */
const AGENTS_OF_USERS = ['ChatGPT-User', 'Claude-User', 'MistralAI-User', 'Perplexity-User']

/**
 * Crawlers read pages and feeds: the API has the same as JSON, under millions of addresses.
 */
export default function robots(): MetadataRoute.Robots {
  return {
    rules: [
      { userAgent: '*', allow: ['/', '/v1/breakages.'], disallow: ['/cron/', '/v1/'] },
      { userAgent: AGENTS_OF_USERS, allow: '/', disallow: '/cron/' },
    ],
    sitemap: `${config().baseUrl}/sitemap.xml`,
  }
}
