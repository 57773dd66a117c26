import type { Status } from '@/lib/core/verdict/verdict'

/** What each status looks like and says; its shape is drawn below. */
export const STATUS_SIGNS = {
  healthy: {
    color: 'text-healthy',
    fill: 'bg-healthy',
    headline: 'healthy now',
    meaning: 'It works: the newest evidence says so.',
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
    headline: 'not known to work',
    meaning: 'Too little evidence, or evidence too old, to say.',
  },
  down: {
    color: 'text-down',
    fill: 'bg-down',
    headline: 'down now',
    meaning: 'It fails, and kept failing when we looked again and again.',
  },
  auth: {
    color: 'text-auth',
    fill: 'bg-auth',
    headline: 'asks for credentials',
    meaning: 'It is alive and asks for credentials; we saw the door, not the room.',
  },
} as const satisfies Record<Status, Readonly<Record<'color' | 'fill' | 'headline' | 'meaning', string>>>

/** Disc with a tick, triangle, broken ring, square with a cross, lock: told apart without any colour. */
export function StatusShape({ status, className = 'size-4' }: { status: Status; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      className={`shrink-0 ${STATUS_SIGNS[status].color} ${className}`}
      aria-hidden="true"
      focusable="false"
    >
      <Shape status={status} />
    </svg>
  )
}

function Shape({ status }: { status: Status }) {
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

/** The status as shape and word. */
export function StatusBadge({ status, className = '' }: { status: Status; className?: string }) {
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${className}`}
      title={STATUS_SIGNS[status].meaning}
    >
      <StatusShape status={status} />
      <span className={STATUS_SIGNS[status].color}>{status}</span>
    </span>
  )
}
