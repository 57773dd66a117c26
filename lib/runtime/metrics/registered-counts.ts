import { Counter, Histogram, type Registry } from 'prom-client'
import type { Counts, DurationCounts } from '@/lib/metrics/counts'
import type { Metrics } from '@/lib/metrics/metrics'

/** Registers what the process counts under its published names. */
export function registerCounts(registry: Registry, metrics: Metrics): void {
  const counter = (name: string, help: string, labels: readonly [string, string?], counts: Counts) =>
    registerCounter(registry, { name, help, labels }, counts)
  const histogram = (name: string, help: string, label: string, durations: DurationCounts) =>
    registry.registerMetric(new ReadHistogram({ name, help, label }, durations))
  counter(
    'assay_requests_total',
    'Requests answered, by operation and HTTP status.',
    ['operation', 'status'],
    metrics.requests,
  )
  histogram(
    'assay_request_duration_seconds',
    'Time until an answer was made, by operation; of pages until it was sent.',
    'operation',
    metrics.requestDurations,
  )
  counter('assay_probes_total', 'Probes, by outcome and reason.', ['outcome', 'reason'], metrics.probes)
  histogram('assay_probe_duration_seconds', 'Duration of probes, by outcome.', 'outcome', metrics.probeDurations)
  counter('assay_events_total', 'Reported events, by what became of them.', ['result'], metrics.events)
  counter(
    'assay_streamed_messages_total',
    'Messages of the stream of outcomes, by what became of them.',
    ['result'],
    metrics.streamed,
  )
  counter('assay_job_runs_total', 'Runs of jobs, by job and result.', ['job', 'result'], metrics.jobs)
  histogram('assay_job_duration_seconds', 'Duration of jobs, by job.', 'job', metrics.jobDurations)
}

interface Described {
  name: string
  help: string
}

function registerCounter(
  registry: Registry,
  { name, help, labels: [first, second] }: Described & { labels: readonly [string, string?] },
  counts: Counts,
): void {
  const counter = new Counter<string>({
    name,
    help,
    labelNames: second === undefined ? [first] : [first, second],
    registers: [registry],
    collect() {
      counter.reset()
      for (const row of counts.list()) {
        counter.inc(
          second === undefined ? { [first]: row.label } : { [first]: row.label, [second]: row.second },
          row.count,
        )
      }
    },
  })
}

/** A histogram whose values were counted elsewhere, as counting with labels here takes ten times as long. */
class ReadHistogram extends Histogram<string> {
  readonly #described: Described & { label: string }
  readonly #durations: DurationCounts

  constructor(described: Described & { label: string }, durations: DurationCounts) {
    super({ name: described.name, help: described.help, labelNames: [described.label], registers: [] })
    this.#described = described
    this.#durations = durations
  }

  /** What the registry and `get` ask for. */
  async getForPromString() {
    const { name, help, label } = this.#described
    const bounds = [...this.#durations.boundsMs.map((bound) => bound / 1000), '+Inf']
    const values = this.#durations.list().flatMap((row) => {
      const labels = { [label]: row.label }
      return [
        ...row.upTo.map((value, i) => ({
          metricName: `${name}_bucket`,
          labels: { ...labels, le: bounds[i] ?? '+Inf' },
          value,
        })),
        { metricName: `${name}_sum`, labels, value: row.sumMs / 1000 },
        { metricName: `${name}_count`, labels, value: row.count },
      ]
    })
    return { name, help, type: 'histogram', aggregator: 'sum', values }
  }
}
