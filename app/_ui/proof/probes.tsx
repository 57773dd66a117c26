import type { Status } from 'assay-verify/verdict'
import { Disclosure } from '../disclosure'
import { Table } from '../lists/table'
import { StatusIcon } from '../status'
import { RelativeTime } from '../timestamp'

/** One probe, as listed in the profile. */
export interface ListedProbe {
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

/** The last probes, newest first. */
export function Probes({ probes }: { probes: readonly ListedProbe[] }) {
  if (probes.length === 0) return <p className="text-soft">No checks yet, or none within the retention time.</p>
  const rest = probes.slice(SHOWN_AT_ONCE)
  return (
    <div className="flex flex-col gap-6">
      <ProbeTable probes={probes.slice(0, SHOWN_AT_ONCE)} caption="Newest checks" />
      {rest.length > 0 && (
        <Disclosure summary={`${rest.length} older checks`}>
          <ProbeTable probes={rest} caption="Older checks" />
        </Disclosure>
      )}
    </div>
  )
}

function ProbeTable({ probes, caption }: { probes: readonly ListedProbe[]; caption: string }) {
  return (
    <Table
      caption={caption}
      columns={[
        {
          header: 'When',
          className: 'whitespace-nowrap font-mono text-sm leading-6',
          cell: ({ at }) => <RelativeTime at={at} />,
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
