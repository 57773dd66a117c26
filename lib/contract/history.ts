import { z } from 'zod'
import { DAY_STATES, STRIP_DAYS } from '../core/history/day-strip'
import { Instant } from './instant'
import { Reason, ServerId, ToolId } from './shapes/terms'

const Seconds = z.number().min(0)
const LatencyMs = z.int().min(0).nullable()

const LatencySeries = z.object({
  stepHours: z.int().min(1).describe('Hours from one point to the next.'),
  points: z
    .array(
      z.object({
        at: Instant.describe('When the step begins, UTC; the last step is not over.'),
        answers: z.int().min(0).describe('Answers measured in the step.'),
        medianMs: LatencyMs.describe('Half of them took at most this long; null: none was measured.'),
        p95Ms: LatencyMs.describe('95 % of them took at most this long; null: none was measured.'),
      }),
    )
    .describe('Oldest first; a step in which no answer was measured is not listed.'),
})

export const HistoryAnswer = z
  .object({
    toolId: ToolId,
    serverId: ServerId,
    days: z
      .array(
        z.object({
          date: z.iso.date().describe('A UTC day, as in 2026-11-20.'),
          state: z
            .enum(DAY_STATES)
            .describe(
              'up: no outage. partial: down for less than a twentieth of the observed time. down: for longer. unobserved: nothing is known of it.',
            ),
          upSeconds: Seconds.describe('Observed up.'),
          downSeconds: Seconds.describe('Observed down; monitoring gaps and maintenance are in neither.'),
        }),
      )
      .describe(
        `Of the last ${STRIP_DAYS} UTC days, today among them, those of which anything is known, oldest first; a day that is not listed is unobserved.`,
      ),
    latency: z
      .object({
        '24h': LatencySeries.describe('The last 24 hours, by hour.'),
        '30d': LatencySeries.describe('The last 30 days, by six hours.'),
      })
      .describe(
        'How long the handshakes of its server took, from roll-ups of all probes: a value is right to a fifth, usually to a tenth. Failed probes have no latency.',
      ),
    outages: z
      .array(
        z.object({
          from: Instant.describe('The first failed probe.'),
          to: Instant.nullable().describe('When it was seen up again; null: not yet.'),
          downSeconds: Seconds.describe('Time in it that was observed down.'),
          reason: Reason.nullable().describe('What a probe found in it; null: it is no longer known.'),
        }),
      )
      .describe(`The newest 100 outages of the last ${STRIP_DAYS} days, newest first.`),
    asOf: Instant.describe('Time of the answer, to ten seconds.'),
  })
  .meta({ id: 'HistoryAnswer', description: 'What was observed of a server: its days, its latency, its outages.' })
export type HistoryAnswer = z.output<typeof HistoryAnswer>
