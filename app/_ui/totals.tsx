import { VERDICTS, type Verdict } from '@/lib/core/verdict/verdict'
import { formatCount, formatShare, toWidth } from './figures'
import { STATUS_SIGNS, StatusShape } from './status'

/** How many subjects have which verdict: a row each, the count in figures and as a share of all. */
export function Totals({ byVerdict }: { byVerdict: Readonly<Record<Verdict, number>> }) {
  const all = VERDICTS.reduce((sum, verdict) => sum + byVerdict[verdict], 0)
  return (
    <table className="ledger">
      <caption className="sr-only">Listed tools by verdict</caption>
      <thead className="sr-only">
        <tr>
          <th scope="col">Verdict</th>
          <th scope="col">Count</th>
          <th scope="col">Share</th>
        </tr>
      </thead>
      <tbody>
        {VERDICTS.map((verdict) => (
          <VerdictRow
            key={verdict}
            verdict={verdict}
            count={byVerdict[verdict]}
            share={all === 0 ? 0 : byVerdict[verdict] / all}
          />
        ))}
      </tbody>
    </table>
  )
}

function VerdictRow({ verdict, count, share }: { verdict: Verdict; count: number; share: number }) {
  return (
    <tr>
      <th scope="row">
        <span className="inline-flex items-center gap-2.5">
          <StatusShape status={verdict} />
          <span className={STATUS_SIGNS[verdict].color}>{verdict}</span>
        </span>
        <span className="bar mt-2 block h-1 bg-rule" aria-hidden="true">
          <span className={`block h-full ${STATUS_SIGNS[verdict].fill}`} style={{ width: toWidth(share) }} />
        </span>
      </th>
      <td className="figure w-24 font-mono text-lg leading-6">{formatCount(count)}</td>
      <td className="figure w-20 font-mono text-soft text-sm leading-6">{formatShare(share, 1)}</td>
    </tr>
  )
}
