import { PROBE_REASON_NAMES } from 'assay-verify/state/observation'
import { z } from 'zod'

/** A line of the observations of an hour, once it is parsed. */
export const LogObservationLine = z.object({
  at: z.iso.datetime({ precision: 3 }),
  id: z.string().max(1024),
  target: z.int().min(0),
  reason: z.enum(PROBE_REASON_NAMES),
  latencyMs: z.number().nullable(),
  httpStatus: z.int().nullable(),
  vantage: z.string().max(1024),
})

const Latency = z.number().nullable()
const Votes = z.object({ reporters: z.number(), networks: z.number(), weight: z.number(), mean: z.number() })
const Usage = z.object({
  calls: z.number(),
  trusted: Votes,
  untrusted: Votes,
  latencyMs: z.object({ calls: z.number(), p50: z.number(), p95: z.number() }).nullable(),
})
/** A document that a leaf `score_inputs` names. */
export const LogScoreInputLines = z.object({
  hour: z.string(),
  part: z.number(),
  lines: z.array(
    z.object({
      ...{ id: z.string(), asOf: z.string().nullable(), looks: z.number() },
      ...{ latencyP50Ms: Latency, latencyP95Ms: Latency, usage: z.record(z.string(), Usage) },
    }),
  ),
})
