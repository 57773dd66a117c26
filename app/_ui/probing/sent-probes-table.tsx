import { formatTimestamp } from '../format'
import { Table } from '../lists/table'
import { UntrustedText } from '../untrusted-text'

interface SentProbeRow {
  at: string
  reason: string
  text: string
  vantage: string
  url: string | null
  prober: string | null
  latencyMs: number | null
  httpStatus: number | null
}

/** Kept checks of a server, newest first. */
export function SentProbesTable({ probes }: { probes: readonly SentProbeRow[] }) {
  if (probes.length === 0) return <p className="text-soft">No check is kept.</p>
  return (
    <Table
      caption="Checks that are kept"
      columns={[
        {
          header: 'When',
          className: 'whitespace-nowrap font-mono text-sm leading-6',
          cell: ({ at }) => <time dateTime={at}>{formatTimestamp(at)}</time>,
        },
        {
          header: 'Result',
          wide: true,
          className: 'text-sm leading-6',
          cell: ({ text, reason }) => (
            <>
              {text} <code className="whitespace-nowrap font-mono text-soft text-xs">{reason}</code>
            </>
          ),
        },
        {
          header: 'Sent to',
          wide: true,
          className: 'text-sm leading-6',
          cell: ({ url, prober }) =>
            url === null ? (
              'a former target'
            ) : (
              <>
                <UntrustedText text={url} className="font-mono text-xs" /> <span className="text-soft">{prober}</span>
              </>
            ),
        },
        { header: 'From', labelled: true, className: 'font-mono text-sm leading-6', cell: ({ vantage }) => vantage },
        { header: 'Status', labelled: true, number: true, cell: ({ httpStatus }) => httpStatus ?? '–' },
        {
          header: 'Latency',
          labelled: true,
          number: true,
          cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${latencyMs} ms`),
        },
      ]}
      rows={probes}
      rowKey={({ at, url }) => `${at} ${url}`}
      phone="stacked"
    />
  )
}
