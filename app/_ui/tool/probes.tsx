import type { Status } from '@/lib/core/verdict/verdict'
import { Distance } from '../instant'
import { Table } from '../lists/table'
import { StatusShape } from '../status'

/** One look of ours, as the profile gives it: newest first. */
export interface ProbeResult {
  at: string
  reason: string
  text: string
  outcome: string
  latencyMs: number | null
}

const SHOWN_AT_ONCE = 6

const SIGNS: Readonly<Record<string, Status>> = {
  ok: 'healthy',
  auth_required: 'auth',
  throttled: 'degraded',
  failed: 'down',
}

/** The sign of an outcome; a look that says nothing has the sign of the unknown. */
function signOf(outcome: string): Status {
  return SIGNS[outcome] ?? 'unknown'
}

/** The last looks: drawn, then told one by one. */
export function Probes({ probes, now }: { probes: readonly ProbeResult[]; now: Date }) {
  if (probes.length === 0) return <p className="text-soft">No looks yet, or none that we still keep.</p>
  const rest = probes.slice(SHOWN_AT_ONCE)
  return (
    <div className="flex flex-col gap-6">
      <Strip probes={probes} />
      <ProbeTable probes={probes.slice(0, SHOWN_AT_ONCE)} now={now} caption="Newest looks" />
      {rest.length > 0 && (
        <details>
          <summary className="text-sm">{rest.length} older looks</summary>
          <div className="mt-4">
            <ProbeTable probes={rest} now={now} caption="Older looks" />
          </div>
        </details>
      )}
    </div>
  )
}

/** Time runs to the right. A bar is as high as the answer was slow; a look without a measured answer shows its sign. */
function Strip({ probes }: { probes: readonly ProbeResult[] }) {
  const slowest = Math.max(1, ...probes.map((probe) => probe.latencyMs ?? 0))
  const measured = probes.some((probe) => probe.latencyMs !== null)
  return (
    <figure>
      <div className="flex h-16 items-end border-edge border-b" aria-hidden="true">
        {probes.toReversed().map((probe) => (
          <span key={probe.at} className="flex h-full min-w-0 max-w-5 flex-1 flex-col items-center justify-end">
            {probe.latencyMs === null ? (
              <StatusShape status={signOf(probe.outcome)} className="mb-1 size-full max-h-3 max-w-3" />
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
        The last {probes.length} looks, newest at the right.
        {measured && ` The highest bar is an answer after ${slowest} ms.`}
      </figcaption>
    </figure>
  )
}

function ProbeTable({ probes, now, caption }: { probes: readonly ProbeResult[]; now: Date; caption: string }) {
  return (
    <Table
      caption={caption}
      columns={[
        {
          header: 'When',
          className: 'whitespace-nowrap font-mono text-sm leading-6',
          cell: ({ at }) => <Distance at={at} now={now} />,
        },
        {
          header: 'What we saw',
          wide: true,
          className: 'text-sm leading-6',
          cell: (probe) => (
            <span className="flex gap-2.5">
              <StatusShape status={signOf(probe.outcome)} className="mt-1 size-4" />
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
