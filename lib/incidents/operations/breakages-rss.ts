import type { Context } from '../../api/context'
import type { InputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'
import { breakageFeed } from '../breakage-feeds'

async function breakagesRss(about: InputOf<'breakagesRss'>, context: Context): Promise<string> {
  return (await breakageFeed(about, context)).rss2()
}

export const breakagesRssEndpoint = defineEndpoint('breakagesRss', breakagesRss)
