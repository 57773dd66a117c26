import type { InputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import { breakageFeed } from './breakage-feeds'
import type { Context } from './context'

export async function breakagesRss(_input: InputOf<'breakagesRss'>, context: Context): Promise<string> {
  return (await breakageFeed(context)).rss2()
}

export const breakagesRssDoor = openDoor('breakagesRss', breakagesRss)
