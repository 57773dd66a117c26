import { durationWords } from 'assay-decide/duration-words'
import { ago } from 'assay-hook/status/words'
import { visibleLine } from 'assay-verify/text/visible-text'
import type { ProcessStatus, ServerStatus } from './process-status.ts'

const MINUTE_MS = 60_000

/** How a server is, for people: `tone` is the worst of it. */
export interface StateWords {
  words: string
  tone: 'good' | 'idle' | 'warning' | 'bad'
}

/** The state of a server, since when included. */
export function stateWords(server: ServerStatus, now: number): StateWords {
  const { process, openSince, nextTrialAt, lastFailure, ofService } = server
  if (openSince !== null) {
    const next = nextTrialAt !== null && nextTrialAt > now ? `, tried again in ${seconds(nextTrialAt - now)}` : ''
    const why = typeof lastFailure === 'string' ? `: ${visibleLine(lastFailure, 300).replace(/\.$/, '')}` : ''
    return { words: `has not answered for ${lasting(now - openSince)}${next}${why}`, tone: 'bad' }
  }
  if (ofService?.v === 'down') return { words: `down as the service has it${sinceOf(ofService, now)}`, tone: 'bad' }
  const run = runWords(process, now)
  if (ofService?.v === 'degraded')
    return { words: `${run}; degraded as the service has it${sinceOf(ofService, now)}`, tone: 'warning' }
  return { words: run, tone: process.state === 'running' ? 'good' : 'idle' }
}

function runWords({ state, since }: ServerStatus['process'], now: number): string {
  const lasts = since === null ? '' : ` for ${lasting(now - since)}`
  if (state === 'running') return `running${lasts}`
  return state === 'starting' ? 'starting' : state === 'stopped' ? 'stopped' : 'not started'
}

function sinceOf({ since }: { since?: number }, now: number): string {
  return since === undefined ? '' : ` for ${lasting(now - since * MINUTE_MS)}`
}

/** What was refused and why, each a few words; empty: nothing. */
export function refusedWords({ tally: { refused } }: ServerStatus): string[] {
  return Object.entries(refused).map(([code, count]) => `${count} × ${WHY[code] ?? code.replaceAll('_', ' ')}`)
}

const WHY: Partial<Record<string, string>> = {
  down: 'a confirmed outage',
  circuit: 'it did not answer',
  quarantined: 'a tool is quarantined',
  unsafe: 'an unsafe text',
  removed: 'a tool it no longer lists',
  pin: 'a tool that is not as pinned',
}

/** What the guards of this machine know from their service, a sentence for each. */
function serviceWords({ service }: Pick<ProcessStatus, 'service'>, now: number): string {
  if (service === null) return 'No service: what is seen here decides alone.'
  const { url, assessedAt, expiresAt, problem } = service
  const held =
    assessedAt === null
      ? 'nothing of it is here'
      : expiresAt !== null && now >= expiresAt
        ? `too old to say anything, ${ago(now - assessedAt)}`
        : `as of ${ago(now - assessedAt)}`
  const wrong = problem === null ? '' : ` The last refresh did not succeed: ${visibleLine(problem, 300)}`
  return `${visibleLine(url, 200)}: ${held}.${wrong}`
}

/** How long ago the last call was; null: there was none. */
export function lastCallWords({ tally: { lastCallAt } }: ServerStatus, now: number): string | null {
  return lastCallAt === null ? null : `${lasting(now - lastCallAt)} ago`
}

/** What was said by several guards alike, once. */
export function servicesOf(guards: readonly ProcessStatus[], now: number): string[] {
  return [...new Set(guards.map((guard) => serviceWords(guard, now)))]
}

/** A duration from a second on. */
function lasting(ms: number): string {
  return ms < MINUTE_MS ? seconds(Math.max(ms, 0)) : durationWords(ms / MINUTE_MS)
}

function seconds(ms: number): string {
  const count = Math.max(Math.round(ms / 1000), 1)
  return count === 1 ? '1 second' : `${count} seconds`
}
