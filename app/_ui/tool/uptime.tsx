import type { Health } from '@/lib/contract/shapes/health'
import { Bar } from '../bar'
import { formatCount, formatShare } from '../format'
import { Timestamp } from '../timestamp'

const WINDOWS = [
  { key: '24h', name: '24 hours' },
  { key: '7d', name: '7 days' },
  { key: '30d', name: '30 days' },
  { key: '90d', name: '90 days' },
] as const

/** Share of the observed time in which it was up, for four windows; no figure where too little was observed. */
export function UptimeList({ uptime, now }: { uptime: Health['uptime']; now: Date }) {
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-6 lg:grid-cols-4 lg:gap-x-8">
        {WINDOWS.map(({ key, name }) => (
          <Window key={key} name={name} ratio={uptime[key].ratio} observedHours={uptime[key].observedHours} />
        ))}
      </dl>
      <p className="mt-6 text-soft text-sm">
        {uptime.since === null ? (
          'No address of it was probed yet.'
        ) : (
          <>
            First probe <Timestamp at={uptime.since} now={now} />.
          </>
        )}
      </p>
    </>
  )
}

function Window({ name, ratio, observedHours }: { name: string; ratio: number | null; observedHours: number }) {
  return (
    <div>
      <dt className="text-soft text-sm">{name}</dt>
      <dd>
        {ratio === null ? (
          <span className="block py-1 text-soft leading-7">not enough data</span>
        ) : (
          <span className="block font-mono text-2xl leading-9 tracking-tight">{formatShare(ratio, 2)}</span>
        )}
        <Bar
          share={ratio}
          track={`my-1.5 h-1.5 w-full ${ratio === null ? 'hatched' : 'bg-down'}`}
          fill="fill-healthy-mark"
        />
        <span className="block text-soft text-xs">{formatCount(observedHours)} hours observed</span>
      </dd>
    </div>
  )
}
