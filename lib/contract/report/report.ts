import { BREAKAGE_KINDS } from 'assay-verify/breakage-kind'
import { PROBE_REASONS, type ProbeReason } from 'assay-verify/state/observation'
import { PACKAGE_REGISTRIES, TRANSPORTS } from 'assay-verify/target-kind'
import { ACCESS_KINDS, STATUSES, VERDICTS } from 'assay-verify/verdict'
import { z } from 'zod'
import { DRIFT_CLASSES } from '../../core/drift/types'
import { TextFlagName } from '../../declarations/contract/declarations'
import { ForecastAccuracy, Percentiles, VerdictAccuracy } from './report-accuracy'
import { Count, countsOf, Share } from './report-figures'

const CHANGES: Record<(typeof DRIFT_CLASSES)[number], string> = {
  safety: 'Changes that take back a promise of harmlessness.',
  breaking: 'Changes after which calls that were right may be wrong.',
  additive: 'Changes that allow or promise more, and leave what was right as it is.',
  wording: 'Changes of texts alone.',
}

const Drift = countsOf(DRIFT_CLASSES, (name) => CHANGES[name])

const Totals = z.object({
  servers: Count.meta({ description: 'Servers in the catalog.' }),
  tools: Count.meta({ description: 'Tools in the catalog.' }),
  byVerdict: countsOf(VERDICTS, (verdict) => `With the verdict ${verdict}.`).meta({
    description: 'Listed subjects: tools, and servers without tools.',
  }),
  byStatus: countsOf(STATUSES, (status) => `With the status ${status}.`).meta({
    description: 'Servers by the status that listings show.',
  }),
  byAccess: countsOf(ACCESS_KINDS, (access) => `With the access ${access}.`).meta({
    description: 'Servers; observed beats declared.',
  }),
  byTransport: z
    .array(
      z.object({
        transport: z.enum(TRANSPORTS).meta({ description: 'A transport.' }),
        servers: Count.meta({ description: 'Servers with an address of it.' }),
      }),
    )
    .meta({
      description: 'Servers by the transports of their addresses; one with several counts at each.',
    }),
  withoutAddress: Count.meta({ description: 'Servers that publish no address: packages to be run by the caller.' }),
  byRegistry: z
    .array(
      z.object({
        registry: z.enum(PACKAGE_REGISTRIES).meta({ description: 'A registry of packages.' }),
        servers: Count.meta({ description: 'Servers with a package there.' }),
      }),
    )
    .meta({ description: 'Servers with a package, by where it is published; one with several counts at each.' }),
  byProtocol: z
    .array(
      z.object({
        revision: z
          .string()
          .nullable()
          .meta({ description: 'A date as the protocol names its revisions; `other`: not a date; null: not known.' }),
        servers: Count.meta({ description: 'Servers whose last handshake had it.' }),
      }),
    )
    .meta({
      description: 'Servers by the protocol revision of their last handshake; null: not known; `other`: not a date.',
    }),
  byCategory: z
    .array(
      z.object({
        slug: z.string().meta({ description: 'Slug of the category.' }),
        name: z.string().meta({ description: 'Its name for people.' }),
        tracked: Count.meta({ description: 'Tools listed in it, and servers without tools.' }),
        healthy: Count.meta({ description: 'How many of these are healthy now.' }),
      }),
    )
    .meta({ description: 'All categories, in the order in which a reader browses them.' }),
})

const Latency = z
  .object({
    servers: Count.meta({ description: 'Servers with enough timed answers.' }),
    medianMs: Percentiles.meta({ description: 'Percentiles over these servers of their own median handshake, ms.' }),
    p95Ms: Percentiles.meta({ description: 'The same of their own 95th percentile.' }),
    distribution: z
      .array(
        z.object({
          fromMs: z.int().min(0).meta({ description: 'Least median of the group, itself included; ms.' }),
          toMs: z.int().nullable().meta({ description: 'Where the group ends, excluded; ms; null: no end.' }),
          servers: Count.meta({ description: 'Servers whose median handshake is in the group.' }),
        }),
      )
      .meta({ description: 'The same servers by their own median handshake; empty where nothing was timed.' }),
  })
  .meta({ description: 'Of handshakes, measured from this service’s vantage; no tool is called.' })

export const Report = z
  .object({
    asOf: z.iso.datetime().meta({ description: 'When everything in it was counted; RFC 3339, UTC.' }),
    license: z.literal('CC-BY-4.0').meta({ description: 'Under what it may be used.' }),
    totals: Totals.meta({ description: 'What is tracked now.' }),
    latency: Latency,
    failures: z
      .array(
        z.object({
          reason: z.enum(Object.keys(PROBE_REASONS) as ProbeReason[]).meta({ description: 'Why a probe failed.' }),
          description: z.string().meta({ description: 'The reason as a sentence about the server.' }),
          servers: Count.meta({ description: 'Servers with it.' }),
        }),
      )
      .meta({ description: 'Servers that are down, by why their newest failed probe failed; most first.' }),
    breakages: z
      .object({
        open: countsOf(BREAKAGE_KINDS, (kind) => `Open breakages of the kind ${kind}.`).meta({
          description: 'What is open now, by kind.',
        }),
        openedLast24h: Count.meta({
          description: 'Breakages that began within the last 24 hours, also those that ended.',
        }),
        closedLast24h: Count.meta({ description: 'Breakages that ended within the last 24 hours.' }),
      })
      .meta({ description: 'Breakages of all servers.' }),
    drift: z
      .object({
        last7d: Drift.meta({ description: 'Within the last 7 days.' }),
        last30d: Drift.meta({ description: 'Within the last 30 days.' }),
      })
      .meta({
        description: 'How often a tool changed between two listings of its own server, by the worst of its changes.',
      }),
    texts: z
      .object({
        servers: Count.meta({ description: 'Servers whose texts were read.' }),
        flags: z
          .array(
            z.object({
              flag: TextFlagName,
              description: z.string().meta({ description: 'What a text with this flag says.' }),
              servers: Count.meta({ description: 'Servers with such a text.' }),
              share: Share.nullable().meta({ description: 'Their share, the base rate; null where none were read.' }),
            }),
          )
          .meta({ description: 'Every flag, in the order of answers.' }),
      })
      .meta({ description: 'How common flags of hostile text are. They are facts about words and move no score.' }),
    accuracy: z
      .object({
        windowDays: z.int().meta({ description: 'Days before `asOf` that are looked at.' }),
        verdicts: VerdictAccuracy.meta({
          description: 'How often a verdict was soon changed back, and how fast outages were found.',
        }),
        forecasts: z
          .array(ForecastAccuracy)
          .meta({ description: 'By method and horizon; empty before the first is settled.' }),
        sample: z
          .object({
            everyMinutes: z.int().meta({ description: 'Each server’s forecasts are kept once in so many minutes.' }),
          })
          .meta({ description: 'Which forecasts are kept to be settled.' }),
      })
      .meta({ description: 'How often this service was right, over the last `windowDays` days.' }),
    method: z
      .object({
        formula: z.string().meta({ description: 'Version of the score.' }),
        filter: z.string().meta({ description: 'Version of the state filter behind the verdicts.' }),
        forecast: z.string().meta({ description: 'Version of the forecast.' }),
        page: z.url().meta({ description: 'The method in words and tables.' }),
        interface: z.url().meta({ description: 'The OpenAPI document.' }),
        keys: z.url().meta({ description: 'The key set that attestations verify with.' }),
      })
      .meta({ description: 'Versions of the methods, and where they are described.' }),
  })
  .meta({ id: 'Report', description: 'The ecosystem, and how well this service assessed it. Licensed CC-BY-4.0.' })
export type Report = z.infer<typeof Report>
