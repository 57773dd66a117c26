import { TRANSPORTS } from 'assay-verify/target-kind'
import { ACCESS_KINDS, STATUSES } from 'assay-verify/verdict'
import { z } from 'zod'
import { LISTING_SORTS } from '../core/verdict/ranking'
import { Flag, oneOrMoreOf } from './inputs'

/** What narrows and sorts a listing. */
export const LISTING_FILTERS = {
  status: oneOrMoreOf(STATUSES).optional().meta({
    example: 'healthy,degraded',
    description:
      'Only what has one of these as its `status` or its `verdict`; with commas between. `healthy` leaves out what is unsafe.',
  }),
  access: oneOrMoreOf(ACCESS_KINDS)
    .optional()
    .meta({ example: 'open', description: 'Only what has one of these as its `access`; with commas between.' }),
  transport: oneOrMoreOf(TRANSPORTS).optional().meta({
    example: 'streamable-http',
    description:
      'Only what its server offers by one of these; with commas between. A server with a package is offered by stdio.',
  }),
  readOnly: Flag.meta({ example: '1', description: '1: only tools that declare that they change nothing.' }),
  official: Flag.meta({ example: '1', description: '1: only what is `official`.' }),
  publisher: z.enum(['verified']).optional().meta({
    example: 'verified',
    description: 'verified: only what is of a product whose `publisher` is verified.',
  }),
  sort: z.enum(LISTING_SORTS).default('rank').meta({
    example: 'latency',
    description:
      'rank: as published. latency: the lowest 95th percentile first. name: by name. Equals keep the published order.',
  }),
} as const
