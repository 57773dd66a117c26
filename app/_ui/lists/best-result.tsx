import { idToPath, publisherAndServer } from 'assay-verify/subject-id'
import type { ReactNode } from 'react'
import type { Candidate } from '@/lib/contract/shapes/candidates'
import type { ListingRow } from '@/lib/contract/shapes/categories'
import type { StripDay } from '@/lib/core/history/day-strip'
import { DayStrip } from '../charts/day-strip'
import { FaultNote } from '../recommendation'
import { STATUS_DISPLAY, StatusIcon, signOf, statusWord } from '../status'
import { UntrustedText } from '../untrusted-text'
import { accessWord, formatMs, pageOf, ToolGrade } from './tool-row'

interface BestResultProps {
  result: Candidate & Pick<ListingRow, 'official' | 'latency'>
  days: readonly StripDay[] | undefined
  hasAlternatives: boolean
}

/** The best result of a search: its state first. */
export function BestResult({ result, days, hasAlternatives }: BestResultProps) {
  const { kind, name, serverId, serverTitle, status, access, reasons, description, latency, official } = result
  const sign = signOf(status, reasons)
  return (
    <section className="card" aria-labelledby="best-title">
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="min-w-0">
          <p
            className={`inline-flex items-center gap-2 font-semibold ${STATUS_DISPLAY[sign].color}`}
            data-status={status}
          >
            <StatusIcon status={sign} />
            {statusWord(status, access, reasons)}
          </p>
          <h2 id="best-title" className="mt-1 font-semibold text-2xl tracking-tight">
            <a href={pageOf(result)} className="quiet-link clamp-2">
              <UntrustedText text={name} />
            </a>
          </h2>
          <p className="clamp-2 text-soft text-sm">
            {kind === 'tool' && (
              <>
                <a href={`/server/${idToPath(serverId)}`}>
                  <UntrustedText text={serverTitle} />
                </a>{' '}
                ·{' '}
              </>
            )}
            <UntrustedText text={publisherAndServer(serverId)} />
            {official && ' · official'}
          </p>
          {description !== '' && (
            <p dir="auto" className="untrusted clamp-2 mt-2">
              {description}
            </p>
          )}
          <FaultNote {...result} />
        </div>
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
              <a href={`/alternatives/${idToPath(result.toolId)}`}>What to use instead</a>
            </p>
          )}
        </div>
      </div>
    </section>
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
