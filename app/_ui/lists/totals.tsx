import { VERDICTS, type Verdict } from '@/lib/core/verdict/verdict'
import { Bar } from '../bar'
import { formatCount, formatShare } from '../format'
import { STATUS_DISPLAY, StatusIcon } from '../status'
import { Table } from './table'

/** Number and share of subjects by verdict. */
export function Totals({ byVerdict }: { byVerdict: Readonly<Record<Verdict, number>> }) {
  const all = VERDICTS.reduce((sum, verdict) => sum + byVerdict[verdict], 0)
  const shareOf = (verdict: Verdict) => (all === 0 ? 0 : byVerdict[verdict] / all)
  return (
    <Table
      caption="Listed tools by verdict"
      columns={[
        {
          header: 'Verdict',
          rowHeader: true,
          cell: (verdict) => (
            <>
              <span className="inline-flex items-center gap-2.5">
                <StatusIcon status={verdict} />
                <span className={STATUS_DISPLAY[verdict].color}>{verdict}</span>
              </span>
              <Bar share={shareOf(verdict)} track="mt-2 h-1 w-full bg-rule" fill={STATUS_DISPLAY[verdict].fill} />
            </>
          ),
        },
        {
          header: 'Count',
          number: true,
          className: 'w-24 text-lg leading-6',
          cell: (verdict) => formatCount(byVerdict[verdict]),
        },
        {
          header: 'Share',
          number: true,
          className: 'w-20 text-soft text-sm leading-6',
          cell: (verdict) => formatShare(shareOf(verdict), 1),
        },
      ]}
      rows={VERDICTS}
      rowKey={(verdict) => verdict}
      headClassName="sr-only"
    />
  )
}
