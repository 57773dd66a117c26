import { z } from 'zod'
import { ServerId } from './shapes/terms'

const Minutes = z.int().min(1).nullable()

/** How far the first checks of all servers are. */
export const FirstChecks = z
  .object({
    checkable: z.int().min(0).describe('Servers with a public address or a package that a prober takes.'),
    checked: z.int().min(0).describe('Of these: probed at least once.'),
    perHour: z
      .int()
      .min(0)
      .nullable()
      .describe('Of these: probed for the first time within the last hour; null: nothing probes now.'),
    nextInMinutes: Minutes.describe(
      'About when the next one comes: an hour divided by `perHour`, rounded, at least 1; null: none is left, or `perHour` is 0 or null.',
    ),
    asOf: z.iso.datetime().describe('When this was counted; RFC 3339, UTC.'),
    method: z.string().describe('How it was counted, and in which order servers are checked.'),
  })
  .meta({ id: 'FirstChecks', description: 'How many servers were ever checked, and how fast the others follow.' })
export type FirstChecks = z.infer<typeof FirstChecks>

/** When the first check of a server comes. */
export const FirstCheckTurn = z
  .object({
    serverId: ServerId,
    askedAt: z.iso.datetime().nullable().describe('When it was asked for last; RFC 3339, UTC; null: by nobody.'),
    dueAt: z.iso.datetime().describe('When it is due, within the budget of its host; RFC 3339, UTC. Past: it waits.'),
    ahead: z.int().min(0).describe('Servers whose first check comes before it.'),
    inMinutes: Minutes.describe(
      'About when it is checked, at the pace of the last hour; null: not known, or nothing probes now.',
    ),
  })
  .meta({ id: 'FirstCheckTurn', description: 'The place of a server in the queue of first checks.' })
export type FirstCheckTurn = z.infer<typeof FirstCheckTurn>
