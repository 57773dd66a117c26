import type { InputOf } from '../contract/operations'
import { openDoor } from '../http/operation'
import { breakageFeed } from './breakage-feeds'
import type { Context } from './context'

export async function breakagesJsonFeed(_input: InputOf<'breakagesJsonFeed'>, context: Context): Promise<string> {
  // The library writes version 1 of the format; 1.1 differs in its name and in naming several authors.
  const { version: _version, author, ...feed } = JSON.parse((await breakageFeed(context)).json1())
  return JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', ...feed, authors: [author] })
}

export const breakagesJsonFeedDoor = openDoor('breakagesJsonFeed', breakagesJsonFeed)
