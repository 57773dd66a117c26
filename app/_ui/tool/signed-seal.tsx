import type { ReactNode } from 'react'
import type { Grade } from '@/lib/core/score/grade'
import type { Status } from '@/lib/core/verdict/verdict'
import { formatScore } from '../figures'
import { STATUS_SIGNS, StatusShape } from '../status'

// The outlines of the four punches, on a field of 100 by 100.
const PUNCHES = {
  shield: 'M4 4H96V58C96 80 76 92 50 98C24 92 4 80 4 58Z',
  octagon: 'M22 3H78L97 22V78L78 97H22L3 78V22Z',
  oval: 'M50 3C77 3 97 22 97 50S77 97 50 97 3 78 3 50 23 3 50 3Z',
  arch: 'M4 97V42C4 18 24 3 50 3S96 18 96 42V97Z',
} as const

interface SignedSealProps {
  status: Status
  score: number
  grade: Grade
  asOf: string | null
}

/** The four marks an assay office punches into metal: here status, fineness, grade and date. */
export function SignedSeal({ status, score, grade, asOf }: SignedSealProps) {
  return (
    <dl className="grid max-w-md grid-cols-4 gap-3 sm:gap-4">
      <Punch outline="shield" name="status">
        <StatusShape status={status} className="size-6 sm:size-7" />
        <span className={`mt-1 text-[0.6875rem] leading-none sm:text-xs ${STATUS_SIGNS[status].color}`}>{status}</span>
      </Punch>
      <Punch outline="octagon" name="score">
        <span className="font-mono text-xl leading-none tracking-tight sm:text-2xl">{formatScore(score)}</span>
      </Punch>
      <Punch outline="oval" name="grade">
        <span className={grade === 'unrated' ? 'text-soft text-xs' : 'font-mono text-2xl leading-none sm:text-3xl'}>
          {grade}
        </span>
      </Punch>
      <Punch outline="arch" name="assayed">
        <AssayDate asOf={asOf} />
      </Punch>
    </dl>
  )
}

function Punch({ outline, name, children }: { outline: keyof typeof PUNCHES; name: string; children: ReactNode }) {
  return (
    <div className="flex flex-col-reverse gap-2 text-center">
      <dt className="text-soft text-xs">{name}</dt>
      <dd className="relative flex aspect-square flex-col items-center justify-center">
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="absolute inset-0 size-full"
          aria-hidden="true"
          focusable="false"
        >
          <path
            d={PUNCHES[outline]}
            className="fill-card stroke-ink"
            strokeWidth="1.5"
            vectorEffect="non-scaling-stroke"
          />
        </svg>
        <span className="relative flex flex-col items-center">{children}</span>
      </dd>
    </div>
  )
}

function AssayDate({ asOf }: { asOf: string | null }) {
  if (asOf === null) return <span className="text-soft text-xs">never</span>
  const [date = '', time = ''] = new Date(asOf).toISOString().slice(0, 16).split('T')
  return (
    <time dateTime={asOf} className="mt-1 flex flex-col font-mono text-[0.6875rem] leading-tight sm:text-xs">
      <span>{date.slice(0, 4)}</span>
      <span>{date.slice(5)}</span>
      <span className="text-soft">{time}</span>
    </time>
  )
}
