import { formatSpan } from '@/lib/core/text/relative-time'

/** What happened to a server, in its list of events. */
export const EVENTS = {
  downFor: (seconds: number) => `Down for ${formatSpan(seconds)}`,
  downOften: ({ outages, seconds }: { outages: number; seconds: number }) =>
    `Down ${outages} times, ${formatSpan(seconds)} in all`,
  changedSafety: 'became less safe',
  changedBreaking: 'changed: callers may break',
  changedAdditive: 'accepts or offers more',
  changedWording: 'changed its texts',
  itself: 'What the server declares',
  ongoing: 'ongoing',
  resolved: 'resolved',
  safety: 'less safe',
  breaking: 'breaking',
  additive: 'compatible',
  wording: 'wording',
  none: (days: number) =>
    days === 1
      ? 'No outage and no change since we began to watch it.'
      : `No outage and no change in the ${days} days watched.`,
  notWatched: 'Nothing is known: it has not been watched.',
} as const

/** Lines of alternatives: what a caller has to change. */
export const REPLACEMENTS = {
  same: 'same arguments',
  rename: (renames: readonly (readonly [string, string])[]) =>
    `rename ${renames.map(([from, to]) => `${from} → ${to}`).join(', ')}`,
  different: 'other arguments',
  unknown: 'arguments not known',
  insteadOf: (tool: string) => `instead of ${tool}`,
  needsKey: 'sign-in required',
  needsPayment: 'payment required',
} as const

/** Why there is no alternative, by the code of the answer. */
export const NO_REPLACEMENT = {
  nothing_does_the_same: 'We know no tool of another maker that does the same.',
  all_down: 'Tools that do the same are known, but all of them are down.',
  all_to_avoid: 'Tools that do the same are known, but each is down or should be avoided.',
} as const
