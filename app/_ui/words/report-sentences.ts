import { formatCount } from '../format'
import { fixed, sentence } from './sentence'

/** States, on the page /report. Other words for them are in the table of states. */
export const STATES = {
  asking: fixed('Servers that answer and ask for credentials or payment.', 'Sign-in or payment required'),
} as const

/** Changes of tools, by the most severe. */
export const CHANGED = {
  safety: fixed('A tool withdrew a promise.', 'Less safe: a promise was taken back'),
  breaking: fixed('Calls of a tool that were right may fail.', 'Breaking: calls that worked may fail'),
  additive: fixed('A tool accepts or offers more.', 'Additive: more is possible'),
  wording: fixed('Only texts of a tool changed.', 'Only the wording'),
} as const

/** What servers ask for. */
export const ASKED = {
  open: fixed('Servers without a sign-in.', 'Nothing: open to everybody'),
  auth: fixed('Servers that ask for credentials.', 'A sign-in or a key'),
  paid: fixed('Servers that ask for payment.', 'Payment'),
  unknown: fixed('Nothing is known of the access.', 'Not known'),
} as const

/** In the place of a drawing. */
export const NOTHING_TO_DRAW = {
  noneDown: fixed('Servers are checked, and none is down.', 'No server is down now.'),
  noneChecked: fixed('No server was checked.', 'No server has been checked yet, so none is known to be down.'),
  noneOpen: fixed('There is no open breakage.', 'Nothing is broken now.'),
  noneChanged: fixed('No tool changed.', 'No change was seen in 30 days.'),
  noPackages: fixed('No server has a package.', 'No server has a package.'),
  fewTimed: sentence(
    'Too few servers have a measured latency.',
    { servers: 3, least: 5 },
    ({ servers, least }) =>
      `Too little data yet: ${formatCount(servers)} ${servers === 1 ? 'server has' : 'servers have'} enough timed answers. We draw this from ${least} on.`,
  ),
} as const
