import { createHmac } from 'node:crypto'
import { setImmediate as nextEventLoopTurn } from 'node:timers/promises'
import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { networkOf } from '../../core/caller/network'
import { type Outcome, sumOutcomes } from '../../core/caller/outcome'
import { dayOf } from '../../core/day'
import { idempotencyKeyFault } from '../../core/privacy/idempotency-key'
import { PRIVACY_RULE_TABLE, personalDataRule } from '../../core/privacy/personal-data'
import { defineEndpoint } from '../../http/operation'
import { keylessReporter } from '../../store/outcomes/ingest'
import type { Context } from '../context'

/** Events that are refused or ignored reach neither the database nor the log nor the answer. */
async function ingest(input: InputOf<'ingest'>, context: Context): Promise<OutputOf<'ingest'>> {
  const { events } = input.body
  const idempotency = idempotencyOf(input['idempotency-key'], events, context)
  const reported = sumOutcomes(events)
  const unknown = await context.knownIds.unknownAmong(reported.keys())
  await refusePersonalData(events, unknown).catch((cause) => {
    context.metrics.event('refused', events.length)
    throw cause
  })
  for (const toolId of unknown) reported.delete(toolId)
  const countable = unknown.size === 0 ? events : events.filter(({ toolId }) => !unknown.has(toolId))
  const counted = await context.outcomeWriter.count(
    {
      keyId: context.caller.key?.keyId ?? null,
      reporterKey: context.caller.key?.reporterKey ?? (await ofTheKeyless(context)),
      network: context.caller.key === null ? null : networkHashOf(context),
      ...idempotency,
      sums: reported,
      outcomes: countable,
      ignored: events.length - countable.length,
    },
    context.now,
  )
  if (counted === null) {
    context.metrics.event('refused', events.length)
    throw new ApiError('revoked_key', 'This key was revoked a moment ago. Nothing was counted.')
  }
  if (counted.isReused) {
    context.metrics.event('refused', events.length)
    throw new ApiError('idempotency_key_reused', REUSED)
  }
  context.metrics.event('accepted', counted.accepted)
  context.metrics.event('ignored', counted.ignored)
  return counted
}

const REUSED =
  'This Idempotency-Key was sent with another body before. Nothing of this one was counted; send it with a key of its own.'

/**
 * Keyed hashes over the sender and the idempotency key, and over these and the events: keys of two senders never
 * collide, equal bodies under two keys do not show, and the database learns none of it.
 */
function idempotencyOf(
  key: string | null,
  events: readonly Outcome[],
  { caller, now, secretFor }: Context,
): { hash: string | null; content: string | null } {
  if (key === null) return { hash: null, content: null }
  const fault = idempotencyKeyFault(key, now)
  if (fault !== undefined) throw new ApiError('invalid_idempotency_key', fault)
  const sender = caller.key?.keyId ?? caller.address ?? ''
  const secret = secretFor('idempotency')
  const keyed = (text: string) => createHmac('sha256', secret).update(text).digest('base64url')
  const name = `${sender} ${key.toLowerCase()}`
  return { hash: keyed(name), content: keyed(`${name} ${JSON.stringify(events)}`) }
}

/**
 * 32 bits of a keyed hash over the block of addresses a call comes from and the day: enough to tell networks apart on
 * that day, and on no other.
 */
function networkHashOf({ address, now, secretFor }: Context): number {
  const hash = createHmac('sha256', secretFor('reporter networks'))
  return hash
    .update(`${dayOf(now)} ${networkOf(address)}`)
    .digest()
    .readInt32BE(0)
}

/**
 * Refuses unknown ids that look like personal data or a secret: they were sent by mistake, and the sender should learn
 * of it.
 */
async function refusePersonalData(events: readonly Outcome[], unknown: ReadonlySet<string>): Promise<void> {
  if (unknown.size === 0) return
  const clean = new Set<string>()
  for (const [event, { toolId }] of events.entries()) {
    if (!unknown.has(toolId) || clean.has(toolId)) continue
    const rule = personalDataRule(toolId)
    if (rule !== null) {
      const detail = `events[${event}].toolId is not a known id and looks like what must not be sent. ${PRIVACY_RULE_TABLE[rule].what} Nothing of the batch was counted or kept.`
      throw new ApiError('personal_data', detail, { event, rule })
    }
    clean.add(toolId)
    if (clean.size % READ_AT_ONCE === 0) await nextEventLoopTurn()
  }
}

/** Unknown ids checked between two turns of the event loop: the longest take a millisecond each. */
const READ_AT_ONCE = 20

const LONG_MS = 3_600_000

/**
 * All callers without a key are one reporter. Nothing of their addresses is kept, so nobody knows whether they are
 * independent, and they move nothing.
 */
function ofTheKeyless({ db, memo, now }: Context): Promise<number> {
  return memo.recent('keyless reporter', LONG_MS, now, () => keylessReporter(db))
}

export const ingestEndpoint = defineEndpoint('ingest', ingest)
