import { idToPath } from 'assay-verify/subject-id'
import type { FirstCheckTurn } from '@/lib/contract/first-checks'
import { minutesText } from '../first-checks'

export interface CheckNowFacts {
  turn: FirstCheckTurn
  /** First checks an hour that may be asked for: by one address, at its host, and how many of these are left. */
  limits: { caller: number; host: number; hostLeft: number }
  /** The reader asked for it, and those of this hour were used up. */
  wasRefused?: boolean
}

/** When a server that was never checked has its turn, and the button that asks for it now. */
export function CheckNow({ turn, limits, wasRefused = false }: CheckNowFacts) {
  const isAsked = turn.askedAt !== null
  return (
    <first-check
      data-server={turn.serverId}
      class="flex min-w-0 flex-wrap items-center justify-between gap-x-8 gap-y-3"
    >
      <div className="min-w-0 flex-1 basis-72" role="status">
        <p>
          {wasRefused && 'The checks that may be asked for in an hour are used up. '}
          {turnText(turn)}
        </p>
        <p className="mt-1 text-pretty text-soft text-sm">{limitsText(limits)}</p>
      </div>
      {!isAsked && limits.hostLeft > 0 && (
        <form method="post" action={`/v1/check/${idToPath(turn.serverId)}`} className="max-sm:w-full">
          <button type="submit" className="button button-strong max-sm:w-full">
            Check now
          </button>
        </form>
      )}
    </first-check>
  )
}

function turnText({ askedAt, inMinutes }: FirstCheckTurn): string {
  const what = askedAt === null ? 'Its turn' : 'Its first check was asked for. It'
  if (inMinutes === null) return `${what} comes when checks go on: nothing is being checked now.`
  return `${what} comes in about ${minutesText(inMinutes)}.`
}

function limitsText({ caller, host, hostLeft }: CheckNowFacts['limits']): string {
  const left =
    hostLeft === host
      ? 'All are left.'
      : hostLeft === 0
        ? 'None is left.'
        : `${hostLeft} of these ${hostLeft === 1 ? 'is' : 'are'} left.`
  return `“Check now”: ${caller} an hour for you, ${host} an hour for this host. ${left}`
}
