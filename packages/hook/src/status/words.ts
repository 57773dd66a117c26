import type { ServerStateEntry } from 'assay-decide/bundle'

const MINUTE_MS = 60_000

/** How long ago, in words. */
export function ago(ms: number): string {
  const minutes = Math.floor(Math.max(0, ms) / MINUTE_MS)
  if (minutes < 1) return 'less than a minute ago'
  if (minutes < 120) return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'} ago`
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? `${hours} hours ago` : `${Math.floor(hours / 24)} days ago`
}

/** What the bundle says of a server. */
export function stateWords(state: ServerStateEntry | null, now: number): string {
  if (state === null) return 'never checked'
  const duration = state.since === undefined ? '' : ` for ${ago(now - state.since * MINUTE_MS).replace(' ago', '')}`
  const changes = Object.keys(state.changed ?? {}).map((kind) => kind.replaceAll('_', ' '))
  const verdict = state.auth ? 'asks for credentials' : state.v === 'unknown' ? 'no verdict' : `${state.v}${duration}`
  return [verdict, ...changes].join(', ')
}
