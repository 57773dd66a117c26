import { Spoken } from '../words/spoken'
import type { Figure } from './figures'

const TONES = { good: 'text-healthy', fair: 'text-degraded', bad: 'text-down' } as const

/** Figures beside each other, each with its name above. */
export function FigureRow({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="figure-row mt-6">
      {figures.map(({ name, value, note, at, tone }) => (
        <div key={name}>
          <dt className="text-soft text-sm">{name}</dt>
          <dd className="mt-0.5 flex flex-wrap items-baseline gap-x-1.5">
            <span className={`font-semibold text-xl ${tone === null ? '' : TONES[tone]}`}>{value}</span>
            {note !== '' && (
              <span className="text-soft text-sm">
                <Spoken text={note} at={at} />
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
