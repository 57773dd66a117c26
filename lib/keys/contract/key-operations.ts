import { z } from 'zod'
import { operation } from '../../contract/operation'
import {
  CREDIT_DAYS,
  CREDITS_A_KEY_AND_DAY,
  CREDITS_A_TOOL_AND_DAY,
  CREDITS_OF_ONE_CALL,
} from '../../core/caller/credits'

const EXAMPLE_KEY_ID = 'key_3fT9aZbQ71Lm'

const Limits = z
  .object({
    perMinute: z.int().min(1).meta({ description: 'Points of calls a minute; most calls take one.' }),
  })
  .meta({ id: 'KeyLimits', description: 'The limits of this key.' })

const Tier = z
  .enum(['free', 'raised'])
  .meta({ description: 'free: as issued. raised: the operator of this service gave it a limit of its own.' })

const IssuedKey = z
  .object({
    apiKey: z
      .string()
      .meta({ description: 'Shown this once. Send it as `Authorization: Bearer …` or `X-API-Key: …`.' }),
    keyId: z.string().meta({ description: 'Names the key without being it.' }),
    tier: Tier,
    limits: Limits,
  })
  .meta({ id: 'IssuedKey' })

const KeyStanding = z
  .object({
    keyId: z.string().meta({ description: 'Names the key without being it.' }),
    tier: Tier,
    createdAt: z.iso.datetime().meta({ description: 'When it was issued; RFC 3339, UTC.' }),
    limits: Limits,
    credits: z
      .object({
        total: z.int().min(0).meta({ description: 'All it ever earned.' }),
        recent: z
          .int()
          .min(0)
          .meta({ description: `Earned within the last ${CREDIT_DAYS} days: these raise the limit.` }),
        today: z.int().min(0).meta({ description: 'Earned since midnight, UTC.' }),
        mostADay: z.int().meta({ description: 'The most a key earns a day, UTC.' }),
        mostAToolAndDay: z.int().meta({ description: 'The most a key earns a day with outcomes of one tool.' }),
        ofOneCall: z.int().meta({ description: 'Recent credits that raise the limit by one call a minute.' }),
      })
      .meta({
        description: 'One for each accepted event, within the caps. They raise limits and never change a score.',
      }),
    usage: z
      .object({
        events: z.int().min(0).meta({ description: 'Events accepted within the last 30 days.' }),
        eventsToday: z.int().min(0).meta({ description: 'Events accepted since midnight, UTC.' }),
        remaining: z.int().min(0).nullable().meta({
          description: 'Points left in this minute; null where this service has no limits.',
        }),
      })
      .meta({ description: 'What was used of it.' }),
  })
  .meta({ id: 'KeyStanding' })

/** Keys: issued without signup, kept as a hash, erased when revoked. */
export const KEY_OPERATIONS = {
  createKey: operation({
    method: 'POST',
    path: '/v1/keys',
    summary: 'A key of your own',
    description:
      'Issues an API key without signup. The body may be left out, be empty or be `{}`. An e-mail address is checked for its form and not kept: no mail is sent. The key is shown this once and kept as a hash. It takes no points; how many keys an address may create in an hour is limited.',
    pathParameters: [],
    input: z.strictObject({}),
    body: {
      schema: z.strictObject({
        email: z.email().max(254).optional().meta({ description: 'Optional, checked, not kept.' }),
      }),
      maxBytes: 4096,
      isOptional: true,
      example: {},
    },
    output: IssuedKey,
    status: 201,
    example: {
      apiKey: 'assay_0123456789ABCDEFGHIJKLMNOPQRSTUVabcdef',
      keyId: EXAMPLE_KEY_ID,
      tier: 'free',
      limits: { perMinute: 600 },
    },
    limitedBy: 'creation',
    errors: [],
    cache: null,
  }),
  showKey: operation({
    method: 'GET',
    path: '/v1/keys/me',
    summary: 'What your key has earned and may do',
    description: 'Credits, usage and limits of the key that was sent.',
    pathParameters: [],
    input: z.strictObject({}),
    output: KeyStanding,
    key: 'required',
    example: {
      keyId: EXAMPLE_KEY_ID,
      tier: 'free',
      createdAt: '2026-11-22T10:00:00.000Z',
      limits: { perMinute: 612 },
      credits: {
        total: 127,
        recent: 127,
        today: 27,
        mostADay: CREDITS_A_KEY_AND_DAY,
        mostAToolAndDay: CREDITS_A_TOOL_AND_DAY,
        ofOneCall: CREDITS_OF_ONE_CALL,
      },
      usage: { events: 140, eventsToday: 27, remaining: 611 },
    },
    errors: [],
    cache: null,
  }),
  revokeKey: operation({
    method: 'DELETE',
    path: '/v1/keys/me',
    summary: 'Revoke your key',
    description:
      'Revokes the key that was sent and erases it, its credits, and the link to the outcomes it reported: they no longer count. Other processes stop accepting it within ten seconds.',
    pathParameters: [],
    input: z.strictObject({}),
    output: z.null().meta({ id: 'Nothing' }),
    key: 'required',
    status: 204,
    errors: [],
    cache: null,
  }),
} as const
