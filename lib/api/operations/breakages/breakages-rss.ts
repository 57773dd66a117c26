import type { InputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { breakageFeed } from '../../feed/breakage-feeds'

async function breakagesRss(about: InputOf<'breakagesRss'>, context: Context): Promise<string> {
  return (await breakageFeed(about, context)).rss2()
}

export const breakagesRssEndpoint = defineEndpoint('breakagesRss', breakagesRss)
