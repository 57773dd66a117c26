import { Gauge, type Registry } from 'prom-client'
import type { App } from '@/lib/api/context'
import { within } from '@/lib/store/within'
import { readTlogFigures, type TlogFigures } from '@/lib/tlog/tlog-figures'

/** Time the database has for the figures of the log: without an answer they are left out. */
const WITHIN_MS = 1000

/** Registers the figures of the transparency log, read when metrics are asked for; without a log they have no value. */
export function registerTlog(registry: Registry, { db }: Pick<App, 'db'>): void {
  let reading: Promise<TlogFigures | null> | undefined
  const read = () => {
    reading ??= within(
      readTlogFigures(db).catch(() => null),
      WITHIN_MS,
      null,
    ).finally(() => {
      reading = undefined
    })
    return reading
  }
  const gauge = (name: string, help: string, value: (figures: TlogFigures) => number) => {
    const registered = new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const figures = await read()
        if (figures === null) registered.remove()
        else registered.set(value(figures))
      },
    })
  }
  gauge('assay_log_leaves', 'Leaves under the newest checkpoint of the log.', ({ size }) => size)
  gauge('assay_log_queue_facts', 'Facts that wait to be published in the log.', ({ queued }) => queued)
  gauge(
    'assay_log_refused_facts',
    'Facts in its queue that were not signed, and are kept apart.',
    ({ refused }) => refused,
  )
  gauge('assay_log_behind_seconds', 'How long the oldest of them has waited.', ({ waitingSeconds }) => waitingSeconds)
  gauge('assay_log_stopped', 'Whether something keeps the log from growing.', ({ isStopped }) => (isStopped ? 1 : 0))
}
