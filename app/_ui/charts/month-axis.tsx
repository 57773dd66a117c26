interface MonthAxisProps {
  /** The days of a strip, as 2026-11-20, oldest first. */
  dates: readonly string[]
}

/** Days from the left end within which a month is not named: the first date is there. */
const BEGIN_DAYS = 14
const END_DAYS = 8
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** The axis below a strip of days: its first day, the beginnings of months, today. */
export function MonthAxis({ dates }: MonthAxisProps) {
  const first = dates[0]
  if (first === undefined) return null
  const months = dates.flatMap((date, at) =>
    date.endsWith('-01') && at >= BEGIN_DAYS && at < dates.length - END_DAYS
      ? [{ at: (at / dates.length) * 100, name: monthOf(date) }]
      : [],
  )
  return (
    <svg className="mt-2 h-4 w-full fill-soft text-xs" aria-hidden="true" focusable="false">
      <text x="0" y="12">
        {shortDate(first)}
      </text>
      {months.map(({ at, name }) => (
        <text key={name} x={`${at}%`} y="12">
          {name}
        </text>
      ))}
      <text x="100%" y="12" textAnchor="end">
        today
      </text>
    </svg>
  )
}

/** 9 Nov, of an instant or a date, in UTC. */
export function shortDate(instant: string): string {
  const date = new Date(instant)
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}`
}

function monthOf(date: string): string {
  return MONTHS[Number(date.slice(5, 7)) - 1] ?? ''
}
