import type { Status } from 'assay-verify/verdict'
import type { ReactNode } from 'react'
import { type Sign, STATUS_DISPLAY, StatusIcon } from '../status'
import { Spoken } from '../words/spoken'
import type { StatusSummary } from '../words/status-summary'

const TINTS = {
  healthy: 'bg-healthy-tint border-healthy/40',
  degraded: 'bg-degraded-tint border-degraded/40',
  unknown: 'bg-unknown-tint border-unknown/40',
  down: 'bg-down-tint border-down/40',
  auth: 'bg-auth-tint border-auth/40',
  unsafe: 'bg-down-tint border-down/50',
} as const satisfies Record<Sign, string>

interface StatusBandProps {
  status: Status
  answer: StatusSummary
  /** Of alternatives: where they are, and how many of those found work; null: no button. */
  alternatives: { href: string; working: number } | null
  /** Below the answer, over the whole width. */
  below?: ReactNode
}

/** Whether it works now, what was seen last, and what to do. */
export function StatusBand({ status, answer, alternatives, below }: StatusBandProps) {
  return (
    <section
      aria-label="Does it work now?"
      data-status={status}
      className={`answer-band mt-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 rounded-xl border px-5 py-4 ${TINTS[answer.sign]}`}
    >
      <div className="min-w-0 flex-1 basis-72">
        <p className={`flex gap-2.5 font-semibold text-xl leading-snug ${STATUS_DISPLAY[answer.sign].color}`}>
          <StatusIcon status={answer.sign} className="mt-1.5 size-4" />
          <span className="untrusted min-w-0 text-balance">
            <Spoken {...answer.headline} />
          </span>
        </p>
        <p className="untrusted mt-1.5 text-pretty">
          {answer.lines.map((line, at) => (
            <span key={line.text}>
              {at > 0 && ' '}
              <Spoken {...line} />
            </span>
          ))}
        </p>
        <p className="mt-1.5" data-old-page="" hidden>
          This page was loaded <span data-age="" />. <a href="?">Load it again</a>
        </p>
      </div>
      {alternatives !== null && (
        <a href={alternatives.href} className="button button-strong max-sm:w-full">
          {alternatives.working > 0
            ? `${alternatives.working} working ${alternatives.working === 1 ? 'alternative' : 'alternatives'}`
            : 'Alternatives'}
        </a>
      )}
      {below != null && <div className="basis-full">{below}</div>}
    </section>
  )
}
