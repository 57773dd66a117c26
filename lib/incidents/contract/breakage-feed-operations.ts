import { z } from 'zod'
import { CategorySlug, comparedText } from '../../contract/inputs'
import { Instant } from '../../contract/instant'
import { operation } from '../../contract/operation'
import { ServerId } from '../../contract/shapes/terms'
import examples from './incident-examples.json' with { type: 'json' }

/** Most servers that a feed of breakages may be about. */
const MOST_SERVERS_OF_A_FEED = 100
/** What a feed of breakages is about; all where nothing is named. */
const ABOUT = z.strictObject({
  server: z
    .array(comparedText(ServerId))
    .max(MOST_SERVERS_OF_A_FEED)
    .optional()
    .meta({
      example: ['garden/lantern/lamps'],
      description: 'Only incidents that this server is part of; repeated, of any of these servers, 100 at most.',
    }),
  category: CategorySlug.optional().meta({
    example: 'files',
    description: 'Only incidents that affect a server or tool of this category.',
  }),
})

const JsonFeed = z
  .looseObject({
    version: z.literal('https://jsonfeed.org/version/1.1').meta({ description: 'The version of JSON Feed.' }),
    title: z.string().meta({ description: 'Title of the feed.' }),
    items: z
      .array(
        z.looseObject({
          id: z.string().meta({ description: 'Address of the incident, which stays while more breaks with it.' }),
          url: z.string().meta({ description: 'Page to read about it.' }),
          title: z.string().meta({ description: 'What is broken, in a few words.' }),
          date_published: Instant.meta({ description: 'When the incident began; RFC 3339, UTC.' }),
        }),
      )
      .meta({ description: 'One for each open incident, the newest first, at most 100.' }),
  })
  .meta({ id: 'JsonFeed', description: 'JSON Feed 1.1; further members are those of its specification.' })

/** Breakages for feed readers. */
export const BREAKAGE_FEED_OPERATIONS = {
  breakagesRss: operation({
    method: 'GET',
    path: '/v1/breakages.rss',
    summary: 'What broke and what recovered, as RSS',
    description:
      'Incidents as RSS 2.0: an item where one began and an item where one ended, newest first, at most 100. The guid of an item is the address of its incident, with `#ended` where it ended, and stays while more breaks with it.',
    pathParameters: [],
    repeatable: ['server'],
    input: ABOUT,
    output: z.string(),
    mediaType: 'application/rss+xml; charset=utf-8',
    example: examples.breakagesRss,
    errors: ['invalid_id', 'unknown_tool', 'unknown_category'],
    cache: { maxAgeSeconds: 60 },
  }),
  breakagesAtom: operation({
    method: 'GET',
    path: '/v1/breakages.atom',
    summary: 'What broke and what recovered, as Atom',
    description:
      'Incidents as Atom 1.0: an entry where one began and an entry where one ended, newest first, at most 100.',
    pathParameters: [],
    repeatable: ['server'],
    input: ABOUT,
    output: z.string(),
    mediaType: 'application/atom+xml; charset=utf-8',
    example: examples.breakagesAtom,
    errors: ['invalid_id', 'unknown_tool', 'unknown_category'],
    cache: { maxAgeSeconds: 60 },
  }),
  breakagesJsonFeed: operation({
    method: 'GET',
    path: '/v1/breakages.feed.json',
    summary: 'What broke and what recovered, as JSON Feed',
    description:
      'Incidents as JSON Feed 1.1: an item where one began and an item where one ended, newest first, at most 100.',
    pathParameters: [],
    repeatable: ['server'],
    input: ABOUT,
    output: z.string(),
    mediaType: 'application/feed+json; charset=utf-8',
    document: JsonFeed,
    example: examples.breakagesJsonFeed,
    errors: ['invalid_id', 'unknown_tool', 'unknown_category'],
    cache: { maxAgeSeconds: 60 },
  }),
} as const
