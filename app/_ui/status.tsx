import type { Reason } from 'assay-verify/reason'
import { STATUS_WORDS } from 'assay-verify/text/status-words'
import type { Access, Status } from 'assay-verify/verdict'

/**
 * What pages show of a subject: its status, or that its texts instruct agents to act against their users, whatever its
 * status.
 */
export type Sign = Status | 'unsafe'

/** Colours and texts of each sign. `word` is what people read; the markup and the JSON keep the status itself. */
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
  unsafe: {
    word: 'Unsafe',
    color: 'text-down',
    fill: 'fill-down-mark',
    meaning: 'Its texts instruct agents to act against their users. Do not connect.',
  },
} as const satisfies Record<Sign, Readonly<Record<'word' | 'color' | 'fill' | 'meaning', string>>>

/** Of an assessment, the decisive one first. */
export type ShownReasons = readonly Pick<Reason, 'code'>[]

/**
 * A fault that decides the advice: what is said beside “Working” or in its place, and the sign of what works and has
 * it.
 */
const FAULTS: Readonly<Record<string, { word: string; sign: Sign }>> = {
  unsafe_text: { word: 'Unsafe', sign: 'unsafe' },
  no_tools_left: { word: 'No tool left', sign: 'down' },
  offers_no_tools: { word: 'No tools', sign: 'down' },
  offers_other_than_tools: { word: 'Working, no tools', sign: 'degraded' },
  removed_from_listing: { word: 'Removed', sign: 'down' },
  unsafe_change: { word: 'Working, less safe', sign: 'degraded' },
  breaking_change: { word: 'Working, but changed', sign: 'degraded' },
  tool_removed: { word: 'Working, a tool less', sign: 'degraded' },
  tool_unsafe_change: { word: 'Working, less safe', sign: 'degraded' },
  tool_breaking_change: { word: 'Working, but changed', sign: 'degraded' },
}

/** Codes of reasons that change what is said of a status. */
export const FAULT_CODES_SHOWN = Object.keys(FAULTS)

function faultOf(status: Status, reasons: ShownReasons | undefined) {
  const code = reasons?.[0]?.code ?? ''
  return code === 'unsafe_text' || status === 'healthy' ? FAULTS[code] : undefined
}

/** The sign of a subject: unsafe before all else, and not “Working” where what works has an open fault. */
export function signOf(status: Status, reasons?: ShownReasons): Sign {
  return faultOf(status, reasons)?.sign ?? status
}

/**
 * What people read of a status. `access` paid: it asked for payment. `reasons`: the first one names an open fault of
 * what works, and distinguishes what was not checked from what was checked once.
 */
export function statusWord(status: Status, access?: Access, reasons?: ShownReasons): string {
  const fault = faultOf(status, reasons)
  if (fault !== undefined) return fault.word
  if (status === 'auth' && access === 'paid') return 'Payment required'
  if (status === 'unknown' && reasons?.[0]?.code === 'not_enough_evidence') return 'Not decided yet'
  return STATUS_DISPLAY[status].word
}

/** Disc with a tick, triangle, dashed ring, square with a cross, lock, octagon: distinguishable without colour. */
export function StatusIcon({ status, className = 'size-4' }: { status: Sign; className?: string }) {
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

function IconShape({ status }: { status: Sign }) {
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
    case 'unsafe':
      return (
        <>
          <path d="M5 .8h6L15.2 5v6L11 15.2H5L.8 11V5z" fill="currentColor" />
          <path d="M8 3.8v5m0 1.5v2" {...cut} />
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
  reasons?: ShownReasons
  className?: string
}) {
  const sign = signOf(status, reasons)
  return (
    <span
      className={`inline-flex items-center gap-2 whitespace-nowrap ${className} ${sign === 'unsafe' ? 'font-semibold text-down' : ''}`}
      title={STATUS_DISPLAY[sign].meaning}
      data-status={status}
    >
      <StatusIcon status={sign} />
      <span>{statusWord(status, access, reasons)}</span>
    </span>
  )
}
