import { STATUS_WORDS } from '@/lib/core/text/status-words'
import type { Reason } from '@/lib/core/verdict/reason'
import type { Access, Status } from '@/lib/core/verdict/verdict'

/** Colours and texts of each status. `word` is what people read; the markup and the JSON keep the status itself. */
export const STATUS_DISPLAY = {
  healthy: {
    word: STATUS_WORDS.healthy,
    color: 'text-healthy',
    fill: 'fill-healthy-mark',
    meaning: 'It answered our last checks as it should.',
  },
  degraded: {
    word: STATUS_WORDS.degraded,
    color: 'text-degraded',
    fill: 'fill-degraded-mark',
    meaning: 'It answers, but not always or not as it should.',
  },
  unknown: {
    word: STATUS_WORDS.unknown,
    color: 'text-unknown',
    fill: 'fill-unknown-mark',
    meaning: 'We have no recent result for it.',
  },
  down: {
    word: STATUS_WORDS.down,
    color: 'text-down',
    fill: 'fill-down-mark',
    meaning: 'It does not answer. Several checks in a row failed.',
  },
  auth: {
    word: STATUS_WORDS.auth,
    color: 'text-auth',
    fill: 'fill-auth',
    meaning: 'It answers and asks for credentials, so our checks go no further.',
  },
} as const satisfies Record<Status, Readonly<Record<'word' | 'color' | 'fill' | 'meaning', string>>>

/** What people read of a status. `access` paid: it asked for payment. `reasons`: of the assessment; the first one distinguishes what was not checked from what was checked once. */
export function statusWord(status: Status, access?: Access, reasons?: readonly Pick<Reason, 'code'>[]): string {
  if (status === 'auth' && access === 'paid') return 'Payment required'
  if (status === 'unknown' && reasons?.[0]?.code === 'not_enough_evidence') return 'Not decided yet'
  return STATUS_DISPLAY[status].word
}

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
export function StatusBadge({
  status,
  access,
  reasons,
  className = '',
}: {
  status: Status
  access?: Access
  reasons?: readonly Pick<Reason, 'code'>[]
  className?: string
}) {
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${className}`}
      title={STATUS_DISPLAY[status].meaning}
      data-status={status}
    >
      <StatusIcon status={status} />
      <span>{statusWord(status, access, reasons)}</span>
    </span>
  )
}
