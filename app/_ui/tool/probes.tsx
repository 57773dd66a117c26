import type { Status } from '@/lib/core/verdict/verdict'
import { Disclosure } from '../disclosure'
import { Table } from '../lists/table'
import { StatusIcon } from '../status'
import { RelativeTime } from '../timestamp'

/** One probe, as listed in the profile. */
export interface ProbeRow {
  at: string
  reason: string
  text: string
  outcome: string
  latencyMs: number | null
}

const SHOWN_AT_ONCE = 6

const ICONS: Readonly<Record<string, Status>> = {
  ok: 'healthy',
  auth_required: 'auth',
  throttled: 'degraded',
  failed: 'down',
}

/** The icon of an outcome; inconclusive probes have that of unknown. */
function iconOf(outcome: string): Status {
  return ICONS[outcome] ?? 'unknown'
}

/** The last probes, newest first, as a chart and as tables. */
export function Probes({ probes, now }: { probes: readonly ProbeRow[]; now: Date }) {
  if (probes.length === 0) return <p className="text-soft">No probes yet, or none within the retention time.</p>
  const rest = probes.slice(SHOWN_AT_ONCE)
  return (
    <div className="flex flex-col gap-6">
      <LatencyChart probes={probes} />
      <ProbeTable probes={probes.slice(0, SHOWN_AT_ONCE)} now={now} caption="Newest probes" />
      {rest.length > 0 && (
        <Disclosure summary={`${rest.length} older probes`}>
          <ProbeTable probes={rest} now={now} caption="Older probes" />
        </Disclosure>
      )}
    </div>
  )
}

/** Latency over time, newest at the right; a probe without a latency shows its icon. */
function LatencyChart({ probes }: { probes: readonly ProbeRow[] }) {
  const slowest = Math.max(1, ...probes.map((probe) => probe.latencyMs ?? 0))
  const measured = probes.some((probe) => probe.latencyMs !== null)
  return (
    <figure>
      <div className="flex h-16 items-end border-edge border-b" aria-hidden="true">
        {probes.toReversed().map((probe) => (
          <span key={probe.at} className="flex h-full min-w-0 max-w-5 flex-1 flex-col items-center justify-end">
            {probe.latencyMs === null ? (
              <StatusIcon status={iconOf(probe.outcome)} className="mb-1 size-full max-h-3 max-w-3" />
            ) : (
              <span
                className="w-[3px] bg-ink"
                style={{ height: `${Math.max(4, Math.round((probe.latencyMs / slowest) * 100))}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <figcaption className="mt-2 text-soft text-sm">
        Latency of the last {probes.length} probes, newest at the right.{measured && ` Highest bar: ${slowest} ms.`}
      </figcaption>
    </figure>
  )
}

function ProbeTable({ probes, now, caption }: { probes: readonly ProbeRow[]; now: Date; caption: string }) {
  return (
    <Table
      caption={caption}
      columns={[
        {
          header: 'When',
          className: 'whitespace-nowrap font-mono text-sm leading-6',
          cell: ({ at }) => <RelativeTime at={at} now={now} />,
        },
        {
          header: 'Result',
          wide: true,
          className: 'text-sm leading-6',
          cell: (probe) => (
            <span className="flex gap-2.5">
              <StatusIcon status={iconOf(probe.outcome)} className="mt-1 size-4" />
              <span>
                {probe.text} <code className="whitespace-nowrap font-mono text-soft text-xs">{probe.reason}</code>
              </span>
            </span>
          ),
        },
        {
          header: 'Latency',
          number: true,
          className: 'text-sm leading-6',
          cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${latencyMs} ms`),
        },
      ]}
      rows={probes}
      rowKey={({ at }) => at}
      phone="dated"
    />
  )
}
