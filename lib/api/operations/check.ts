import { HOUR_MS } from 'assay-verify/duration'
import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { defineEndpoint, type Endpoint } from '../../http/operation'
import { askForCheck, findWaitingCheck, type WaitingCheck } from '../../store/evidence/first-checks'
import type { Context } from '../context'
import { getRating } from '../get-rating'
import { checksLeft, firstChecks, turnOf } from '../page-data/first-checks'

/** Nothing is probed here: the prober takes up what was asked for, within the budget of its host. */
async function check({ toolId }: InputOf<'check'>, context: Context): Promise<OutputOf<'check'>> {
  const { db, now } = context
  const rating = await getRating(toolId, context)
  if (rating.serverState !== null) throw new ApiError('already_checked', ALREADY_CHECKED)
  const waiting = await findWaitingCheck(db, toolId)
  if (waiting == null) throw new ApiError('not_checkable', NOT_CHECKABLE)
  const isAsked = waiting.askedAt !== null && now.getTime() - waiting.askedAt.getTime() < HOUR_MS
  if (!isAsked) await ask(waiting, context)
  const asked = isAsked ? waiting : ((await findWaitingCheck(db, toolId)) ?? waiting)
  return turnOf(asked, await firstChecks(context), now)
}

const ALREADY_CHECKED =
  'Its server was checked before, and is checked regularly: GET /v1/health/ says what was found last.'
const NOT_CHECKABLE =
  'Its server has no public address and no package that could be checked, or its first check is not recorded yet.'

async function ask(waiting: WaitingCheck, context: Context): Promise<void> {
  const { db, caller, gate, answerHeaders = {}, now } = context
  const { anHour, left, firstAt } = await checksLeft(waiting.host, context)
  if (left === 0 && firstAt !== null) {
    const retryAfterSeconds = Math.max(1, Math.ceil((firstAt.getTime() + HOUR_MS - now.getTime()) / 1000))
    throw new ApiError(
      'rate_limited',
      `${anHour} first checks an hour may be asked for at one host, and those of this one are used up. Ask again in ${retryAfterSeconds} s; it is checked all the same, in its turn.`,
      { retryAfterSeconds },
    )
  }
  await gate.charge(caller, 0, answerHeaders, now, 'checks')
  await askForCheck(db, waiting, now)
}

const endpoint = defineEndpoint('check', check)

/**
 * A form on a page sends no JSON and shows what it gets: it is sent back to the page of the server, which says how it
 * went. A form of another site may be made to send this, too. It does what a reader's own program may do without a key,
 * ten times an hour, and nothing here depends on a session, so that is no harm.
 */
export const checkEndpoint: Endpoint<Context> = {
  ...endpoint,
  handle: async (request, context) => {
    const answer = await endpoint.handle(request, context)
    const path = new URL(request.url).pathname.slice('/v1/check/'.length)
    if (!isForm(request) || answer.status === 404 || answer.status === 400) return answer
    const said = answer.status === 429 ? '?check=limited' : answer.status === 202 ? '?check=asked' : ''
    const headers = new Headers(answer.headers)
    headers.set('location', `/server/${path}${said}`)
    headers.delete('content-type')
    return new Response(null, { status: 303, headers })
  },
}

function isForm({ headers }: Request): boolean {
  return headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') ?? false
}
