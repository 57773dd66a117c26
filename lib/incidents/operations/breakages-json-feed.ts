import type { Context } from '../../api/context'
import { defineEndpoint } from '../../http/operation'
import { breakageFeed, plainText } from '../breakage-feeds'

interface JsonFeed {
  version: string
  author: unknown
  items: { title: string }[]
}

export const breakagesJsonFeedEndpoint = defineEndpoint('breakagesJsonFeed', async (about, context: Context) => {
  // The library writes version 1 of the format; 1.1 differs in its name and in naming several authors.
  const {
    version: _version,
    author,
    items,
    ...feed
  } = JSON.parse((await breakageFeed(about, context)).json1()) as JsonFeed
  // Titles of the other formats are HTML; here they are plain text.
  const titled = items.map((item) => ({ ...item, title: plainText(item.title) }))
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...feed, authors: [author], items: titled })
})
