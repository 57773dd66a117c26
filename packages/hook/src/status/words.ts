import type { ServerStateEntry } from 'assay-decide/bundle'
import { durationWords } from 'assay-decide/duration-words'

const MINUTE_MS = 60_000

/** How long ago, in words. */
export function ago(ms: number): string {
  return `${lasting(ms)} ago`
}

function lasting(ms: number): string {
  return ms < MINUTE_MS ? 'less than a minute' : durationWords(ms / MINUTE_MS)
}

/** What the bundle says of a server. */
export function stateWords(state: ServerStateEntry | null, now: number): string {
  if (state === null) return 'never checked'
  const duration = state.since === undefined ? '' : ` for ${lasting(now - state.since * MINUTE_MS)}`
  const changes = Object.keys(state.changed ?? {}).map((kind) => kind.replaceAll('_', ' '))
  const verdict = state.auth ? 'asks for credentials' : state.v === 'unknown' ? 'no verdict' : `${state.v}${duration}`
  return [verdict, ...changes].join(', ')
}
