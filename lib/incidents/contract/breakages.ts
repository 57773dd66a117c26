import { SEVERITIES } from 'assay-verify/breakage-kind'
import { z } from 'zod'
import { Instant } from '../../contract/instant'
import { BreakageKind, LEFT_OUT, Reason, Recommendation, ServerId, ServerTitle } from '../../contract/shapes/terms'
import { SEVERITY_TEXT } from '../../core/verdict/breakage'
import { INCIDENT_CAUSES } from '../../core/verdict/incident'

export const Breakage = z
  .object({
    id: z.string().describe('Names the breakage; it stays while the breakage is open and if it recurs within an hour.'),
    serverId: ServerId,
    toolIds: z
      .array(z.string())
      .describe('The broken tools: of a whole server all of its tools, the first 200 by id; `tools` counts all.'),
    tools: z.int().min(0).describe('How many tools the server had when it began; 0: none are known.'),
    serverTitle: ServerTitle,
    kind: BreakageKind,
    severity: z.enum(SEVERITIES).describe(SEVERITY_TEXT),
    openedAt: Instant.describe(
      'When it began; of what is down the first failure, `downSince` in health. One that ends and recurs within an hour is the same breakage, and began when it recurred.',
    ),
    lastSeenAt: Instant.describe('When it was last observed; RFC 3339, UTC.'),
    closedAt: Instant.nullable().describe(
      'When it ended; null while it is open, as all that GET /v1/breakages lists are.',
    ),
    times: z.int().min(1).describe('How often it began, each time within an hour after its end.'),
    evidence: z
      .array(Reason.extend({ at: Instant.describe('When it was observed; RFC 3339, UTC.') }))
      .describe('What was observed, the first first.'),
    recommendation: Recommendation,
    group: z.string().nullable().describe('Id of its incident: shared by what broke together.'),
  })
  .meta({ id: 'Breakage' })
export type Breakage = z.infer<typeof Breakage>

const Incident = z
  .object({
    id: z.string().describe('Names the incident; it stays while more breaks with it.'),
    cause: z
      .enum(INCIDENT_CAUSES)
      .describe(
        'What its breakages share: `host`, several servers of one host failed together; `address`, of several hosts; `certificate`, certificates that failed within the same minutes; `server`, one server alone, while others of its host work or none are known; or `listing`, one server that changed what it offers.',
      ),
    what: z.string().describe('The host, the address, the reason or the id of the server that `cause` names.'),
    kinds: z.array(BreakageKind).describe('The kinds of its breakages, each once.'),
    severity: z
      .enum(SEVERITIES)
      .describe('That of its worst breakage, one step higher from 10 servers or 100 tools on; the highest it has had.'),
    openedAt: Instant.describe('When its first breakage began; RFC 3339, UTC.'),
    lastSeenAt: Instant.describe('When one of its breakages was last observed; RFC 3339, UTC.'),
    servers: z.int().min(1).describe('Servers broken now.'),
    tools: z.int().min(0).describe('Tools broken now, each counted once.'),
    breakages: z.array(z.string()).describe('Ids of its newest breakages, 10 at most.'),
  })
  .meta({
    id: 'Incident',
    description: 'Breakages that share a cause and began within the same 5 minutes, as far as probes can show.',
  })

export const BreakagesAnswer = z.object({
  breakages: z.array(Breakage).describe('What is broken now, the newest first.'),
  incidents: z.array(Incident).describe('The same by common cause, the worst first and of equals the newest.'),
})
export type BreakagesAnswer = z.infer<typeof BreakagesAnswer>

/**
 * With compact=1: of each breakage what is broken, since when and what follows, and of incidents those of several
 * servers: one of a single server says what its breakage says.
 */
const CompactBreakage = Breakage.pick({
  serverId: true,
  kind: true,
  severity: true,
  openedAt: true,
  tools: true,
  recommendation: true,
}).extend(Breakage.pick({ group: true }).partial().shape)
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

const EitherBreakage = Breakage.partial()
  .extend(CompactBreakage.shape)
  .meta({ id: 'OpenBreakage', description: LEFT_OUT })
const EitherIncident = Incident.partial()
  .extend(CompactIncident.shape)
  .meta({ id: 'OpenIncident', description: LEFT_OUT })
export const EitherBreakagesAnswer = z
  .object({
    breakages: z.array(EitherBreakage).describe(BreakagesAnswer.shape.breakages.description ?? ''),
    incidents: z
      .array(EitherIncident)
      .describe(`${BreakagesAnswer.shape.incidents.description} With compact=1 those that several servers share.`),
  })
  .meta({ id: 'BreakagesAnswer' })

export const IncidentRecord = Incident.extend({
  closedAt: Instant.nullable().describe('When the last of its breakages ended; null while it is open.'),
  servers: z.int().min(1).describe('Servers that are broken now; of a past incident, all that were.'),
  tools: z.int().min(0).describe('Tools that are broken now, each counted once; of a past incident, all that were.'),
  serversInAll: z.int().min(1).describe('Servers that were ever part of it.'),
  breakages: z
    .array(Breakage)
    .describe('Its newest breakages: in a list 10, and of an open incident open ones only; of one incident 200.'),
}).meta({ id: 'IncidentRecord', description: 'An incident, open or past, with its breakages in full.' })
export type IncidentRecord = z.infer<typeof IncidentRecord>
