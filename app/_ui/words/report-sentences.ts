import { formatCount } from '../format'

/** States, on the page /report. Other words for them are in the table of states. */
export const STATES = {
  asking: 'Sign-in or payment required',
} as const

/** Changes of tools, by the most severe. */
export const CHANGED = {
  safety: 'Less safe: a promise was taken back',
  breaking: 'Breaking: calls that worked may fail',
  additive: 'Additive: more is possible',
  wording: 'Only the wording',
} as const

/** What servers ask for. */
export const ASKED = {
  open: 'Nothing: open to everybody',
  auth: 'A sign-in or a key',
  paid: 'Payment',
  unknown: 'Not known',
} as const

/** In the place of a drawing. */
export const NOTHING_TO_DRAW = {
  noneDown: 'No server is down now.',
  noneChecked: 'No server has been checked yet, so none is known to be down.',
  noneOpen: 'Nothing is broken now.',
  noneChanged: 'No change was seen in 30 days.',
  noPackages: 'No server has a package.',
  fewTimed: ({ servers, least }: { servers: number; least: number }) =>
    `Too little data yet: ${formatCount(servers)} ${servers === 1 ? 'server has' : 'servers have'} enough timed answers. We draw this from ${least} on.`,
} as const
