import type { InputOf } from '../../../contract/operations'
import { defineEndpoint } from '../../../http/operation'
import type { Context } from '../../context'
import { breakageFeed } from '../../feed/breakage-feeds'

export async function breakagesRss(_input: InputOf<'breakagesRss'>, context: Context): Promise<string> {
  return (await breakageFeed(context)).rss2()
}

export const breakagesRssEndpoint = defineEndpoint('breakagesRss', breakagesRss)
