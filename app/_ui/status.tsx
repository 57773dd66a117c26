import type { Status } from '@/lib/core/verdict/verdict'

/** Colours and texts of each status. */
export const STATUS_DISPLAY = {
  healthy: {
    color: 'text-healthy',
    fill: 'bg-healthy',
    headline: 'healthy now',
    meaning: 'It works, according to the newest evidence.',
  },
  degraded: {
    color: 'text-degraded',
    fill: 'bg-degraded',
    headline: 'degraded now',
    meaning: 'It answers, but not as it should.',
  },
  unknown: {
    color: 'text-unknown',
    fill: 'bg-unknown',
    headline: 'unknown',
    meaning: 'There is too little evidence, or it is too old.',
  },
  down: {
    color: 'text-down',
    fill: 'bg-down',
    headline: 'down now',
    meaning: 'It fails, and repeated probes confirmed it.',
  },
  auth: {
    color: 'text-auth',
    fill: 'bg-auth',
    headline: 'requires credentials',
    meaning: 'It answers and requires credentials, so we could not test further.',
  },
} as const satisfies Record<Status, Readonly<Record<'color' | 'fill' | 'headline' | 'meaning', string>>>

/** Disc with a tick, triangle, dashed ring, square with a cross, lock: distinguishable without colour. */
export function StatusIcon({ status, className = 'size-4' }: { status: Status; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${STATUS_DISPLAY[status].color} ${className}`}
      aria-hidden="true"
      focusable="false"
    >
      <IconShape status={status} />
    </svg>
  )
}

function IconShape({ status }: { status: Status }) {
  const cut = { fill: 'none', strokeWidth: 1.9, className: 'stroke-paper' }
  switch (status) {
    case 'healthy':
      return (
        <>
          <circle cx="8" cy="8" r="7" fill="currentColor" />
          <path d="m4.7 8.3 2.3 2.3 4.4-4.9" {...cut} />
        </>
      )
    case 'degraded':
      return (
        <>
          <path d="M8 1 15.6 14.6H.4z" fill="currentColor" />
          <path d="M8 5.6v4.2m0 1.4v1.8" {...cut} />
        </>
      )
    case 'unknown':
      return (
        <circle cx="8" cy="8" r="6.1" fill="none" stroke="currentColor" strokeWidth="1.8" strokeDasharray="3.4 2.99" />
      )
    case 'down':
      return (
        <>
          <path d="M1.2 1.2h13.6v13.6H1.2z" fill="currentColor" />
          <path d="m4.8 4.8 6.4 6.4m0-6.4-6.4 6.4" {...cut} />
        </>
      )
    case 'auth':
      return (
        <>
          <path d="M4.9 7V4.6a3.1 3.1 0 0 1 6.2 0V7" fill="none" stroke="currentColor" strokeWidth="1.8" />
          <path d="M2 6.8h12v8.4H2z" fill="currentColor" />
          <path d="M8 9.4v3.2" {...cut} />
        </>
      )
  }
}

/** A status as icon and word. */
export function StatusBadge({ status, className = '' }: { status: Status; className?: string }) {
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${className}`}
      title={STATUS_DISPLAY[status].meaning}
    >
      <StatusIcon status={status} />
      <span className={STATUS_DISPLAY[status].color}>{status}</span>
    </span>
  )
}
