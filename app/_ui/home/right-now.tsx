import { plural } from 'assay-verify/text/plural'
import { Card } from '../card'
import { formatCount } from '../format'
import { StatusIcon } from '../status'
import { StateMarks, type WatchedState } from './state-marks'

type Counts = Readonly<Record<WatchedState | 'unwatched', number>>

interface RightNowProps {
  servers: Counts
  tools: Counts
}

/** The states of all servers and of all tools, counted apart; what is not watched is named and drawn nowhere. */
export function RightNow({ servers, tools }: RightNowProps) {
  return (
    <Card title="Right now">
      <div className="grid grid-cols-1 gap-7">
        <States word="server" counts={servers} />
        <States word="tool" counts={tools} />
      </div>
    </Card>
  )
}

const LEGEND = [
  { state: 'healthy', icon: 'healthy', word: 'working' },
  { state: 'degraded', icon: 'degraded', word: 'unstable' },
  { state: 'avoid', icon: 'unsafe', word: 'answer, but should be avoided' },
  { state: 'down', icon: 'down', word: 'down' },
  { state: 'auth', icon: 'auth', word: 'ask for sign-in or payment' },
  { state: 'pending', icon: 'unknown', word: 'without a recent result' },
] as const

function States({ word, counts }: { word: string; counts: Counts }) {
  const watched = LEGEND.reduce((sum, { state }) => sum + counts[state], 0)
  return (
    <div>
      <p className="mb-2 flex flex-wrap justify-between gap-x-4 text-sm">
        <span>{`${formatCount(watched)} ${plural(watched, word)} can be checked, ${formatCount(watched - counts.pending)} checked`}</span>
        {counts.unwatched > 0 && (
          <span className="text-soft">{formatCount(counts.unwatched)} listed only: no public address to check</span>
        )}
      </p>
      <StateMarks counts={counts} />
      <ul className="mt-2.5 flex flex-wrap gap-x-6 gap-y-1 text-sm">
        {LEGEND.filter(({ state }) => counts[state] > 0).map(({ state, icon, word }) => (
          <li key={state} className="inline-flex items-center gap-1.5">
            <StatusIcon status={icon} className="size-3.5" />
            <span>
              {formatCount(counts[state])} {word}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
