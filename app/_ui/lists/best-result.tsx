import { idToPath } from 'assay-verify/subject-id'
import type { ReactNode } from 'react'
import type { StripDay } from '@/lib/core/history/day-strip'
import { DayStrip } from '../charts/day-strip'
import { FaultNote } from '../recommendation'
import type { ListedResult } from '../search/shown-search'
import { type Sign, STATUS_DISPLAY, StatusIcon, signOf, statusWord } from '../status'
import { UntrustedText } from '../untrusted-text'
import { accessWord, formatMs, Publisher, pageOf, ToolGrade } from './tool-row'

interface BestResultProps {
  result: ListedResult
  days: readonly StripDay[] | undefined
  hasAlternatives: boolean
  /** What stands in place of state and name: the answer to a question; left out: none was asked. */
  headline?: ReactNode
  /** What it is shown as; by default what its state and reasons say. */
  sign?: Sign
  /** In place of its description. */
  children?: ReactNode
  /** Where it is explained; its own page by default. */
  href?: string
}

/** The best result of a search, or the product that it names: its state first, and how to get it. */
export function BestResult({
  result,
  days,
  hasAlternatives,
  headline,
  children,
  href = pageOf(result),
  sign = signOf(result.status, result.reasons),
}: BestResultProps) {
  const { serverId, status, description, isInstallable } = result
  return (
    <section className={`card ${headline === undefined ? '' : TINTS[sign]}`} aria-labelledby="best-title">
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          {headline === undefined ? (
            <NamedState result={result} sign={sign} href={href} />
          ) : (
            <h2
              id="best-title"
              className={`flex gap-2.5 font-semibold text-2xl leading-snug tracking-tight ${STATUS_DISPLAY[sign].color}`}
              data-status={status}
            >
              <StatusIcon status={sign} className="mt-2 size-4" />
              <span className="untrusted min-w-0 text-balance">{headline}</span>
            </h2>
          )}
          {children ??
            (description !== '' && (
              <p dir="auto" className="untrusted mt-2 text-pretty">
                {description}
              </p>
            ))}
          <ResultSource result={result} href={headline === undefined ? undefined : href} />
          <FaultNote {...result} />
          <p className="mt-4 flex flex-wrap gap-2">
            {isInstallable && sign !== 'unsafe' && (
              <a href={`/server/${idToPath(serverId)}#install`} className="button button-strong">
                Install
              </a>
            )}
            <a href={href} className="button">
              Open its page
            </a>
          </p>
        </div>
        <ResultFigures result={result} days={days} hasAlternatives={hasAlternatives} />
      </div>
    </section>
  )
}

const TINTS = {
  healthy: 'border-healthy/40 bg-healthy-tint',
  degraded: 'border-degraded/40 bg-degraded-tint',
  unknown: 'border-unknown/40 bg-unknown-tint',
  down: 'border-down/40 bg-down-tint',
  auth: 'border-auth/40 bg-auth-tint',
  unsafe: 'border-down/50 bg-down-tint',
} as const

function NamedState({ result, sign, href }: { result: ListedResult; sign: Sign; href: string }) {
  const { name, status, access, reasons } = result
  const isOwnSign = sign === signOf(status, reasons)
  return (
    <>
      <p className={`inline-flex items-center gap-2 font-semibold ${STATUS_DISPLAY[sign].color}`} data-status={status}>
        <StatusIcon status={sign} />
        {isOwnSign ? statusWord(status, access, reasons) : STATUS_DISPLAY[sign].word}
      </p>
      <h2 id="best-title" className="mt-1 font-semibold text-2xl tracking-tight">
        <a href={href} className="quiet-link clamp-2">
          <UntrustedText text={name} />
        </a>
      </h2>
    </>
  )
}

/**
 * Its server where it is a tool, who publishes it, and where it is listed. `href`: of what is named, where it is named
 * nowhere else.
 */
function ResultSource({ result, href }: { result: ListedResult; href: string | undefined }) {
  const { kind, name, serverId, serverTitle, publisher, registry, official } = result
  const named = href !== undefined ? { href, text: name } : { href: `/server/${idToPath(serverId)}`, text: serverTitle }
  return (
    <p className="mt-2 text-soft text-sm">
      {(kind === 'tool' || href !== undefined) && (
        <>
          <a href={named.href}>
            <UntrustedText text={named.text} />
          </a>{' '}
        </>
      )}
      {publisher !== null && (
        <>
          <Publisher publisher={publisher} /> ·{' '}
        </>
      )}
      listed in {registry}
      {official && ' · official'}
    </p>
  )
}

function ResultFigures({
  result,
  days,
  hasAlternatives,
}: Pick<BestResultProps, 'result' | 'days' | 'hasAlternatives'>) {
  const { access, latency, toolId } = result
  return (
    <div>
      <DayStrip days={days} shown={30} className="h-8 w-full" />
      <p className="mt-1 text-soft text-xs">The last 30 days</p>
      <dl className="mt-3 grid grid-cols-3 gap-3 text-sm">
        <Figure name="Grade" value={<ToolGrade {...result} withScore />} />
        <Figure name="Answers in" value={latency === null ? '–' : formatMs(latency.medianMs)} />
        <Figure name="Access" value={accessWord(access)} />
      </dl>
      {hasAlternatives && (
        <p className="mt-3 text-sm">
          <a href={`/alternatives/${idToPath(toolId)}`}>What to use instead</a>
        </p>
      )}
    </div>
  )
}

function Figure({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt className="text-soft text-xs">{name}</dt>
      <dd>{value}</dd>
    </div>
  )
}
