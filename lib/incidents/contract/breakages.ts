import { z } from 'zod'
import { Instant } from '../../contract/instant'
import { Breakage, Incident } from '../../contract/shapes/breakages'

export const BreakagesAnswer = z.object({
  breakages: z.array(Breakage).meta({ description: 'What is broken now, the newest first.' }),
  incidents: z
    .array(Incident)
    .meta({ description: 'The same by common cause, the worst first and of equals the newest.' }),
})
export type BreakagesAnswer = z.infer<typeof BreakagesAnswer>

/** With compact=1: of each breakage what is broken, since when and what follows; its newest evidence alone. */
const CompactBreakage = Breakage.pick({
  id: true,
  serverId: true,
  kind: true,
  severity: true,
  openedAt: true,
  tools: true,
  evidence: true,
  recommendation: true,
  group: true,
})
const CompactIncident = Incident.pick({
  id: true,
  cause: true,
  what: true,
  severity: true,
  openedAt: true,
  servers: true,
  tools: true,
})
export const CompactBreakagesAnswer = z.object({
  breakages: z.array(CompactBreakage),
  incidents: z.array(CompactIncident),
})
export type CompactBreakagesAnswer = z.infer<typeof CompactBreakagesAnswer>

const LEFT_OUT = 'With compact=1 only a part of the members; without it, all of them.'
const EitherBreakage = Breakage.partial()
  .extend(CompactBreakage.shape)
  .meta({ id: 'OpenBreakage', description: LEFT_OUT })
const EitherIncident = Incident.partial()
  .extend(CompactIncident.shape)
  .meta({ id: 'OpenIncident', description: LEFT_OUT })
export const EitherBreakagesAnswer = z
  .object({
    breakages: z.array(EitherBreakage).meta({ description: BreakagesAnswer.shape.breakages.description ?? '' }),
    incidents: z.array(EitherIncident).meta({ description: BreakagesAnswer.shape.incidents.description ?? '' }),
  })
  .meta({ id: 'BreakagesAnswer' })

export const JsonFeed = z
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
