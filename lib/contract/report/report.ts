import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import { PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import { PACKAGE_REGISTRIES, TRANSPORTS } from 'assay-verify/target-kind'
import { ACCESS_KINDS, STATUSES, VERDICTS } from 'assay-verify/verdict'
import { z } from 'zod'
import { DRIFT_CLASSES } from '../../core/drift/types'
import { TextFlagName } from '../../declarations/contract/declarations'
import { FirstChecks } from '../first-checks'
import { ForecastAccuracy, Percentiles, PolicyAccuracy, VerdictAccuracy } from './report-accuracy'
import { Count, countsOf, Share } from './report-figures'

const CHANGES: Record<(typeof DRIFT_CLASSES)[number], string> = {
  safety: 'Changes that take back a promise of harmlessness.',
  breaking: 'Changes after which calls that were right may be wrong.',
  additive: 'Changes that allow or promise more, and leave what was right as it is.',
  wording: 'Changes of texts alone.',
}

const Drift = countsOf(DRIFT_CLASSES, (name) => CHANGES[name])

const Totals = z.object({
  servers: Count.describe('Servers in the catalog.'),
  tools: Count.describe('Tools in the catalog.'),
  byVerdict: countsOf(VERDICTS, (verdict) => `With the verdict ${verdict}.`).describe(
    'Listed subjects: tools, and servers without tools.',
  ),
  byStatus: countsOf(STATUSES, (status) => `With the status ${status}.`).describe(
    'Servers by the status that listings show.',
  ),
  byAccess: countsOf(ACCESS_KINDS, (access) => `With the access ${access}.`).describe(
    'Servers; observed beats declared.',
  ),
  byTransport: z
    .array(
      z.object({
        transport: z.enum(TRANSPORTS).describe('A transport.'),
        servers: Count.describe('Servers with an address of it.'),
      }),
    )
    .describe('Servers by the transports of their addresses; one with several counts at each.'),
  withoutAddress: Count.describe('Servers that publish no address: packages to be run by the caller.'),
  byRegistry: z
    .array(
      z.object({
        registry: z.enum(PACKAGE_REGISTRIES).describe('A registry of packages.'),
        servers: Count.describe('Servers with a package there.'),
      }),
    )
    .describe('Servers with a package, by where it is published; one with several counts at each.'),
  byProtocol: z
    .array(
      z.object({
        revision: z
          .string()
          .nullable()
          .describe('A date as the protocol names its revisions; `other`: not a date; null: not known.'),
        servers: Count.describe('Servers whose last handshake had it.'),
      }),
    )
    .describe('Servers by the protocol revision of their last handshake; null: not known; `other`: not a date.'),
  byCategory: z
    .array(
      z.object({
        slug: z.string().describe('Slug of the category.'),
        name: z.string().describe('Its name for people.'),
        tracked: Count.describe('Tools listed in it, and servers without tools.'),
        healthy: Count.describe('How many of these are healthy now.'),
      }),
    )
    .describe('All categories, in the order in which a reader browses them.'),
})

const Latency = z
  .object({
    servers: Count.describe('Servers with enough timed answers.'),
    medianMs: Percentiles.describe('Percentiles over these servers of their own median handshake, ms.'),
    p95Ms: Percentiles.describe('The same of their own 95th percentile.'),
    distribution: z
      .array(
        z.object({
          fromMs: z.int().min(0).describe('Least median of the group, itself included; ms.'),
          toMs: z.int().nullable().describe('Where the group ends, excluded; ms; null: no end.'),
          servers: Count.describe('Servers whose median handshake is in the group.'),
        }),
      )
      .describe('The same servers by their own median handshake; empty where nothing was timed.'),
  })
  .describe('Of handshakes, measured from this service’s vantage; no tool is called.')

export const Report = z
  .object({
    asOf: z.iso.datetime().describe('When everything in it was counted; RFC 3339, UTC.'),
    license: z.literal('CC-BY-4.0').describe('Under what it may be used.'),
    totals: Totals.describe('What is tracked now.'),
    firstChecks: FirstChecks,
    latency: Latency,
    failures: z
      .array(
        z.object({
          reason: z.enum(Object.keys(PROBE_REASONS) as ProbeReason[]).describe('Why a probe failed.'),
          description: z.string().describe('The reason as a sentence about the server.'),
          servers: Count.describe('Servers with it.'),
        }),
      )
      .describe('Servers that are down, by why their newest failed probe failed; most first.'),
    breakages: z
      .object({
        open: countsOf(BREAKAGE_KINDS, (kind) => `Open breakages of the kind ${kind}.`).describe(
          'What is open now, by kind.',
        ),
        openedLast24h: Count.describe('Breakages that began within the last 24 hours, also those that ended.'),
        closedLast24h: Count.describe('Breakages that ended within the last 24 hours.'),
      })
      .describe('Breakages of all servers.'),
    drift: z
      .object({
        last7d: Drift.describe('Within the last 7 days.'),
        last30d: Drift.describe('Within the last 30 days.'),
      })
      .describe('How often a tool changed between two listings of its own server, by the worst of its changes.'),
    texts: z
      .object({
        servers: Count.describe('Servers whose texts were read.'),
        flags: z
          .array(
            z.object({
              flag: TextFlagName,
              description: z.string().describe('What a text with this flag says.'),
              servers: Count.describe('Servers with such a text.'),
              share: Share.nullable().describe('Their share, the base rate; null where none were read.'),
            }),
          )
          .describe('Every flag, in the order of answers.'),
      })
      .describe('How common flags of hostile text are. They are facts about words and move no score.'),
    accuracy: z
      .object({
        windowDays: z.int().describe('Days before `asOf` that are looked at.'),
        verdicts: VerdictAccuracy.describe(
          'How often a verdict was soon changed back, and how fast outages were found.',
        ),
        forecasts: z.array(ForecastAccuracy).describe('By method and horizon; empty before the first is settled.'),
        policy: PolicyAccuracy.describe(
          'What the default policy of assay-decide would have said a moment before each regular check of an endpoint, and whether the server answered the check. Only outages are counted: no tool is called, so nothing is denied here for what a tool says or for a pin. The calls that the policy lets through to see whether an outage is over are counted as denied. First checks and those that follow at once to confirm a change are left out. A server counts at each of its checks, so one that is down for long weighs more. Not part of the log: an audit cannot check these counts.',
        ),
        sample: z
          .object({
            everyMinutes: z.int().describe('Each server’s forecasts are kept once in so many minutes.'),
          })
          .describe('Which forecasts are kept to be settled.'),
      })
      .describe('How often this service was right, over the last `windowDays` days.'),
    method: z
      .object({
        formula: z.string().describe('Version of the score.'),
        filter: z.string().describe('Version of the state filter behind the verdicts.'),
        forecast: z.string().describe('Version of the forecast.'),
        page: z.url().describe('The method in words and tables.'),
        interface: z.url().describe('The OpenAPI document.'),
        keys: z.url().describe('The key set that attestations verify with.'),
      })
      .describe('Versions of the methods, and where they are described.'),
  })
  .meta({ id: 'Report', description: 'The ecosystem, and how well this service assessed it. Licensed CC-BY-4.0.' })
export type Report = z.infer<typeof Report>
