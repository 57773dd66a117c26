import { z } from 'zod'
import { wholeNumber } from '../../contract/inputs'
import { operation } from '../../contract/operation'
import { FeedAnswer } from './feed'
import example from './feed-example.json' with { type: 'json' }

/** Most rows of one page of the feed: some 2.5 MB as plain text, below the response limit of any host. */
const MOST_ROWS_OF_A_PAGE = 20_000
const FEED_CACHE = { maxAgeSeconds: 60, staleWhileRevalidateSeconds: 300 }

/** The reliability feed, of which clients keep a copy. */
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
    example: example,
    errors: [],
    cache: FEED_CACHE,
  }),
} as const
