import type { KnownServer, ServerStateEntry } from 'assay-decide/bundle'
import type { RecentEvent } from 'assay-decide/decision'
import { durationWords } from 'assay-decide/duration-words'
import type { Policy } from 'assay-decide/policy'
import { shownName } from 'assay-decide/shown-name'
import type { ConfiguredServer } from '../servers/configured-server.ts'
import type { UpstreamFailure } from '../upstream/upstream.ts'
import type { OwnCircuit } from './call-gate.ts'

// Sentences for agents: plain text of one line, without words of servers but their names.

const MINUTE_MS = 60_000

/** Sentences of which some may be empty, as one text. */
export function joined(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ')
}

/** When an outage that the bundle has is expected to end, and when a call is tried all the same. */
export function expectedBack(
  known: readonly KnownServer[],
  recent: readonly RecentEvent[],
  { trialMinutes }: Pick<Policy, 'trialMinutes'>,
  now: number,
): string {
  const [state] = known.flatMap((one) => one.state ?? [])
  const back = state?.v === 'down' && state.up === undefined ? 'It is expected back within an hour.' : ''
  return joined(back, nextTrial(state, recent, trialMinutes * MINUTE_MS, now))
}

function nextTrial(
  state: ServerStateEntry | undefined,
  recent: readonly RecentEvent[],
  everyMs: number,
  now: number,
): string {
  const since = (state?.since ?? 0) * MINUTE_MS
  const ofOutage = recent.filter(({ at }) => at >= since && at <= now)
  const denied = ofOutage.find(({ kind }) => kind === 'denied')?.at ?? now
  const tried = ofOutage.findLast(({ kind }) => kind === 'trial')?.at ?? 0
  return `The next call is tried at ${clockTime(Math.max(denied, tried) + everyMs)}.`
}

/** Why a call is not made while the circuit is open. `last`: the failure before, in a sentence; null: not known. */
export function circuitText(
  { name }: ConfiguredServer,
  { openSince, nextTrialAt }: OwnCircuit,
  last: string | null,
  now: number,
): string {
  const server = shownName(name) || 'The server'
  const since = openSince === null ? '' : ` since ${clockTime(openSince)}${lasting(now - openSince)}`
  const next = nextTrialAt === null ? '' : `The next call is tried at ${clockTime(Math.max(nextTrialAt, now))}.`
  return joined(`${server} has not answered${since}.`, last === null ? '' : `Last: ${last}`, next)
}

/** What is said of a failed call besides how it failed. `mayWrite`: the tool is not declared read-only. */
export function failureDetails(
  { wasSent }: UpstreamFailure,
  { openSince, nextTrialAt }: Pick<OwnCircuit, 'openSince' | 'nextTrialAt'>,
  mayWrite: boolean,
  now: number,
): string {
  const acted = wasSent && mayWrite ? 'It may have acted on the call all the same.' : ''
  if (openSince === null || nextTrialAt === null) return acted
  const since = `It has not answered since ${clockTime(openSince)}${lasting(now - openSince)}`
  return joined(acted, `${since}; the next call is tried at ${clockTime(Math.max(nextTrialAt, now))}.`)
}

function lasting(ms: number): string {
  return ms < MINUTE_MS ? '' : ` (${durationWords(ms / MINUTE_MS)})`
}

function clockTime(at: number): string {
  return `${new Date(at).toISOString().slice(11, 19)} UTC`
}
