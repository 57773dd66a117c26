import { formatSpan } from '@/lib/core/text/relative-time'
import { fixed, sentence } from './sentence'

/** What happened to a server, in its list of events. */
export const EVENTS = {
  downNow: sentence(
    'An outage that is not over.',
    { seconds: 720 },
    ({ seconds }) => `Down for ${formatSpan(seconds)}`,
  ),
  down: sentence('An outage that is over.', { seconds: 120 }, ({ seconds }) => `Down for ${formatSpan(seconds)}`),
  downOften: sentence(
    'Three or more outages of one day.',
    { outages: 4, seconds: 900 },
    ({ outages, seconds }) => `Down ${outages} times, ${formatSpan(seconds)} in all`,
  ),
  changedSafety: fixed('A tool withdrew a promise.', 'became less safe'),
  changedBreaking: fixed('Calls that were right may fail.', 'changed: callers may break'),
  changedAdditive: fixed('More is possible.', 'accepts or offers more'),
  changedWording: fixed('Only texts changed.', 'changed its texts'),
  itself: fixed('The server itself, in the place of the name of a tool.', 'What the server declares'),
  ongoing: fixed('It is not over.', 'ongoing'),
  resolved: fixed('It is over.', 'resolved'),
  safety: fixed('The class of a change.', 'less safe'),
  breaking: fixed('The class of a change.', 'breaking'),
  additive: fixed('The class of a change.', 'compatible'),
  wording: fixed('The class of a change.', 'wording'),
  none: sentence('Nothing happened on the days watched, of the last 90.', { days: 90 }, ({ days }) =>
    days === 1
      ? 'No outage and no change since we began to watch it.'
      : `No outage and no change in the ${days} days watched.`,
  ),
  notWatched: fixed('It was never watched.', 'Nothing is known: it has not been watched.'),
} as const

/** Lines of alternatives: what a caller has to change. */
export const REPLACEMENTS = {
  same: fixed('Its arguments are the same.', 'same arguments'),
  rename: sentence(
    'Its arguments have other names.',
    { renames: [['q', 'query']] as readonly (readonly [string, string])[] },
    ({ renames }) => `rename ${renames.map(([from, to]) => `${from} → ${to}`).join(', ')}`,
  ),
  different: fixed('Its arguments differ.', 'other arguments'),
  unknown: fixed('One of the two has no schema.', 'arguments not known'),
  insteadOf: sentence(
    'In place of a server stands a tool that does the same as one of its tools.',
    { tool: 'read_file' },
    ({ tool }) => `instead of ${tool}`,
  ),
  needsKey: fixed('It asks for credentials.', 'sign-in required'),
  needsPayment: fixed('It asks for payment.', 'payment required'),
} as const

/** Why there is no alternative, by the code of the answer. */
export const NO_REPLACEMENT = {
  nothing_does_the_same: fixed('There is no alternative.', 'We know no tool of another maker that does the same.'),
  all_down: fixed('All alternatives are down.', 'Tools that do the same are known, but all of them are down.'),
  all_to_avoid: fixed(
    'All alternatives are down or unsafe.',
    'Tools that do the same are known, but each is down or should be avoided.',
  ),
} as const
