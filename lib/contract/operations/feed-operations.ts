import { z } from 'zod'
import { FeedAnswer, JsonFeed } from '../../feed/contract/feed'
import { EXAMPLES } from '../examples'
import { CategorySlug, comparedText, wholeNumber } from '../inputs'
import { operation } from '../operation'
import { ServerId, ToolId } from '../shapes/terms'

/** Most rows of one page of the feed: some 2.5 MB as plain text, below the response limit of any host. */
const MOST_ROWS_OF_A_PAGE = 20_000
const FEED_CACHE = { maxAgeSeconds: 60, staleWhileRevalidateSeconds: 300 }
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

/** What clients keep copies of: the reliability feed, breakages for feed readers, badges. */
export const FEED_OPERATIONS = {
  feed: operation({
    method: 'GET',
    path: '/v1/reliability/feed',
    summary: 'Everything in one answer, for gateways and routers',
    description:
      'Verdict and score of every tool, and what is broken: to be polled at most once a minute; asking sooner gets the same bytes, or 304 with If-None-Match, and counts once. With `since` it answers what changed: replace the rows that have the same ids, take `removed` out. With `limit` it answers in pages: go on with `cursor` until that is null, and send the `version` of the last page as the next `since`. The header X-JWS-Signature holds a detached JWS (RFC 7515, appendix F; EdDSA, typ tool-reliability-feed+jws) over the exact bytes of the body before compression; verify it with /.well-known/jwks.json.',
    pathParameters: [],
    input: z.strictObject({
      since: z.string().max(100).optional().meta({
        example: '1042-kx0f3Zq8mB5tYd1e',
        description: 'A `version` that this service sent: the answer is what changed since.',
      }),
      limit: wholeNumber(1, MOST_ROWS_OF_A_PAGE)
        .optional()
        .meta({ example: 1000, description: 'Rows of a page at most, 1-20000; all rows where absent.' }),
      cursor: z.string().max(2200).optional().meta({
        example: '1042-kx0f3Zq8mB5tYd1e.full.Z2FyZGVuL2xhbnRlcm4vbGFtcHM',
        description: 'The `cursor` of the page before; only with `limit`.',
      }),
    }),
    output: FeedAnswer,
    // Expensive to build; built once for all callers within the minute.
    weight: 2,
    countsOnceSeconds: 60,
    responseHeaders: {
      'X-JWS-Signature': {
        description: 'Detached compact JWS over the bytes of the body before compression.',
        example:
          'eyJhbGciOiJFZERTQSIsImtpZCI6ImtQcktfcW14VldhWVZBOXd3QkY2SXVvM3ZWeno3VHhIQ1R3WEJ5Z3JTNGsifQ..c2lnbmF0dXJl',
      },
    },
    example: EXAMPLES.feed,
    errors: [],
    cache: FEED_CACHE,
  }),
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
    example: EXAMPLES.breakagesRss,
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
    example: EXAMPLES.breakagesAtom,
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
    example: EXAMPLES.breakagesJsonFeed,
    errors: ['invalid_id', 'unknown_tool', 'unknown_category'],
    cache: { maxAgeSeconds: 60 },
  }),
  badge: operation({
    method: 'GET',
    path: '/badge/{toolId}.svg',
    summary: 'A badge',
    description:
      'An SVG that shows the present verdict, score and grade of one tool or server; grey, and with status 200, where the id is not known or the limit is used up (`rate limited`, with Retry-After and for private caches only).',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: BadgeId() }),
    output: z.string(),
    mediaType: 'image/svg+xml; charset=utf-8',
    example: EXAMPLES.badge,
    limitedBy: 'free',
    answersOverLimit: true,
    errors: [],
    cache: { maxAgeSeconds: 60, staleWhileRevalidateSeconds: 300 },
  }),
  badgeEndpoint: operation({
    method: 'GET',
    path: '/badge/{toolId}.json',
    summary: 'A badge, for shields',
    description:
      'The same as the endpoint badge of shields.io reads it; grey, and with status 200, where the id is not known or the limit is used up.',
    pathParameters: ['toolId'],
    input: z.strictObject({ toolId: BadgeId() }),
    output: z
      .object({
        schemaVersion: z.literal(1).meta({ description: 'Version of the format of shields.io.' }),
        label: z.string().meta({ description: 'Text on the left side.' }),
        message: z.string().meta({ description: 'Text on the right side: status, score and grade.' }),
        color: z.string().meta({ description: 'Colour of the right side, `#rrggbb`; grey where the id is not known.' }),
        cacheSeconds: z.int().min(0).meta({ description: 'Seconds for which shields.io may keep it.' }),
      })
      .meta({ id: 'BadgeEndpoint' }),
    example: EXAMPLES.badgeEndpoint,
    limitedBy: 'free',
    answersOverLimit: true,
    errors: [],
    cache: { maxAgeSeconds: 60, staleWhileRevalidateSeconds: 300 },
  }),
} as const

/** Any text: an image cannot show a problem document, so an id that is not well formed gets a badge of its own. */
function BadgeId() {
  return z.string().meta({ description: ToolId.meta()?.description ?? '', example: ToolId.meta()?.example as string })
}
