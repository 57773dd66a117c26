import { z } from 'zod'
import { EXAMPLES } from '../examples'
import { operation } from '../operation'
import { ToolId } from '../shapes/terms'

/** Badges: images of the present verdict. */
export const BADGE_OPERATIONS = {
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
