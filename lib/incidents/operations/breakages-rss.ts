import type { Context } from '../../api/context'
import { defineEndpoint } from '../../http/operation'
import { breakageFeed } from '../breakage-feeds'

export const breakagesRssEndpoint = defineEndpoint('breakagesRss', async (about, context: Context) =>
  (await breakageFeed(about, context)).rss2(),
)
