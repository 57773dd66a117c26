import { BREAKAGE_KINDS, type BreakageKind } from 'assay-verify/breakage-kind'
import type { Report } from '../report/report'
import { AS_OF } from './rating'

export const REPORT: Report = {
  asOf: AS_OF,
  license: 'CC-BY-4.0',
  totals: {
    servers: 2,
    tools: 15,
    byVerdict: { healthy: 13, degraded: 0, unknown: 0, down: 2 },
    byStatus: { healthy: 1, degraded: 0, unknown: 0, down: 1, auth: 0 },
    byAccess: { open: 2, auth: 0, paid: 0, unknown: 0 },
    byTransport: [{ transport: 'streamable-http', servers: 2 }],
    withoutAddress: 0,
    byRegistry: [{ registry: 'npm', servers: 1 }],
    byProtocol: [{ revision: '2025-11-25', servers: 2 }],
    byCategory: [{ slug: 'files', name: 'Files & storage', tracked: 1, healthy: 1 }],
  },
  latency: {
    servers: 1,
    medianMs: { p50: 212, p90: 212, p99: 212 },
    p95Ms: { p50: 480, p90: 480, p99: 480 },
    distribution: [{ fromMs: 200, toMs: 300, servers: 1 }],
  },
  failures: [{ reason: 'timed_out', description: 'It did not answer within the time allowed.', servers: 1 }],
  breakages: {
    open: { ...(Object.fromEntries(BREAKAGE_KINDS.map((kind) => [kind, 0])) as Record<BreakageKind, number>), down: 1 },
    openedLast24h: 1,
    closedLast24h: 0,
  },
  drift: {
    last7d: { safety: 0, breaking: 0, additive: 1, wording: 2 },
    last30d: { safety: 0, breaking: 1, additive: 3, wording: 5 },
  },
  texts: {
    servers: 10770,
    flags: [
      {
        flag: 'steers_other_tools',
        description: 'Instructs the agent to call it before, after or instead of any other tool.',
        servers: 4,
        share: 0.0004,
      },
    ],
  },
  accuracy: {
    windowDays: 30,
    verdicts: {
      byVerdict: [{ verdict: 'down', begun: 3, reversed: 1, reversedShare: 0.3333 }],
      reversedWithinMinutes: 30,
      down: {
        begun: 3,
        takenBack: 0,
        takenBackShare: 0,
        takenBackWithinMinutes: 5,
        timed: 3,
        secondsSinceLastAnswer: { p50: 620, p90: 940 },
        secondsSinceFirstFailure: { p50: 81, p90: 84 },
        knownWithin: [{ seconds: 900, share: 0.8889 }],
      },
    },
    forecasts: [
      {
        method: 'outages-2.25e779c8',
        hours: 1,
        settled: 1440,
        unsettled: 12,
        upShare: 0.9961,
        scores: { brier: 0.0021, logLoss: 0.0113 },
        calibrationError: 0.0009,
        persistence: { brier: 0.0029, logLoss: 0.0184 },
        baseRate: { brier: 0.0039, logLoss: 0.0255 },
        skill: {
          againstPersistence: { brier: 0.2759, logLoss: 0.3859 },
          againstBaseRate: { brier: 0.4615, logLoss: 0.5569 },
        },
        reliability: [{ from: 0.95, to: 1, n: 1434, meanForecast: 0.9978, upShare: 0.9986 }],
      },
    ],
    sample: { everyMinutes: 60 },
  },
  method: {
    formula: 'assay-3',
    filter: 'two-state-2',
    forecast: 'outages-2.25e779c8',
    page: 'https://assay.example/trust/method',
    interface: 'https://assay.example/openapi.json',
    keys: 'https://assay.example/.well-known/jwks.json',
  },
}
