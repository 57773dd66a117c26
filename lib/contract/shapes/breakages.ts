import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import { z } from 'zod'
import { SEVERITY_TEXT } from '../../core/verdict/breakage'
import { INCIDENT_CAUSES } from '../../core/verdict/incident'
import { SEVERITIES } from '../../core/verdict/severity'
import { Instant } from '../instant'
import { Reason, Recommendation, ServerId, ServerTitle } from './terms'

export const BreakageKind = z.enum(BREAKAGE_KINDS).meta({
  id: 'BreakageKind',
  description:
    'down: the server does not answer. degraded: it answers, but slowly, often with failures, or with repeated outages. auth_changed: it was open, and now asks for credentials or payment. schema_breaking: a tool takes other arguments than before, or withdrew a safety annotation. tool_removed: a tool is no longer listed. declaration_changed: what its server declares besides its tools changed so that callers may fail, or a text that agents read gained a flag of an attack; it is about all of its tools.',
})

export const Breakage = z
  .object({
    id: z.string().meta({
      description: 'Names the breakage; it stays while the breakage is open and if it recurs within an hour.',
    }),
    serverId: ServerId,
    toolIds: z.array(z.string()).meta({
      description: 'The broken tools: of a whole server all of its tools, the first 200 by id; `tools` counts all.',
    }),
    tools: z.int().min(0).meta({ description: 'How many tools the server had when it began; 0: none are known.' }),
    serverTitle: ServerTitle,
    kind: BreakageKind,
    severity: z.enum(SEVERITIES).meta({ description: SEVERITY_TEXT }),
    openedAt: Instant.meta({
      description:
        'When it began; of what is down the first failure, `downSince` in health. One that ends and recurs within an hour is the same breakage, and began when it recurred.',
    }),
    lastSeenAt: Instant.meta({ description: 'When it was last observed; RFC 3339, UTC.' }),
    closedAt: Instant.nullable().meta({
      description: 'When it ended; null while it is open, as all that GET /v1/breakages lists are.',
    }),
    times: z.int().min(1).meta({ description: 'How often it began, each time within an hour after its end.' }),
    evidence: z
      .array(Reason.extend({ at: Instant.meta({ description: 'When it was observed; RFC 3339, UTC.' }) }))
      .meta({ description: 'What was observed, the first first.' }),
    recommendation: Recommendation,
    group: z.string().nullable().meta({ description: 'Id of its incident: shared by what broke together.' }),
  })
  .meta({ id: 'Breakage' })
export type Breakage = z.infer<typeof Breakage>

export const Incident = z
  .object({
    id: z.string().meta({ description: 'Names the incident; it stays while more breaks with it.' }),
    cause: z.enum(INCIDENT_CAUSES).meta({
      description:
        'What its breakages share: `host`, several servers of one host failed together; `address`, of several hosts; `certificate`, certificates that failed within the same minutes; `server`, one server alone, while others of its host work or none are known; or `listing`, one server that changed what it offers.',
    }),
    what: z
      .string()
      .meta({ description: 'The host, the address, the reason or the id of the server that `cause` names.' }),
    kinds: z.array(BreakageKind).meta({ description: 'The kinds of its breakages, each once.' }),
    severity: z.enum(SEVERITIES).meta({
      description:
        'That of its worst breakage, one step higher from 10 servers or 100 tools on; the highest it has had.',
    }),
    openedAt: Instant.meta({ description: 'When its first breakage began; RFC 3339, UTC.' }),
    lastSeenAt: Instant.meta({ description: 'When one of its breakages was last observed; RFC 3339, UTC.' }),
    servers: z.int().min(1).meta({ description: 'Servers broken now.' }),
    tools: z.int().min(0).meta({ description: 'Tools broken now, each counted once.' }),
    breakages: z.array(z.string()).meta({ description: 'Ids of its newest breakages, 10 at most.' }),
  })
  .meta({
    id: 'Incident',
    description: 'Breakages that share a cause and began within the same 5 minutes, as far as probes can show.',
  })
export type Incident = z.infer<typeof Incident>

export const IncidentRecord = Incident.extend({
  closedAt: Instant.nullable().meta({ description: 'When the last of its breakages ended; null while it is open.' }),
  servers: z.int().min(1).meta({ description: 'Servers that are broken now; of a past incident, all that were.' }),
  tools: z
    .int()
    .min(0)
    .meta({ description: 'Tools that are broken now, each counted once; of a past incident, all that were.' }),
  serversInAll: z.int().min(1).meta({ description: 'Servers that were ever part of it.' }),
  breakages: z.array(Breakage).meta({
    description: 'Its newest breakages: in a list 10, and of an open incident open ones only; of one incident 200.',
  }),
}).meta({ id: 'IncidentRecord', description: 'An incident, open or past, with its breakages in full.' })
export type IncidentRecord = z.infer<typeof IncidentRecord>
