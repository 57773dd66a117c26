import { plural } from 'assay-verify/text/plural'
import { formatCount } from '../format'
import { fixed, sentence } from './sentence'

/** Under the header of every page. */
export const NOTICES = {
  connectivityLost: fixed(
    'The service itself has no connectivity.',
    'Our own connection was lost {time}: nothing is checked until it is back, and what these pages show is from before.',
  ),
} as const

/** A search whose results that fit are unsafe. */
export const UNSAFE_RESULTS = {
  title: fixed('A search finds nothing that fits but what is unsafe: title.', 'What fits is unsafe'),
  text: fixed(
    'A search finds nothing that fits but what is unsafe.',
    'Do not connect these: their texts instruct agents to act against their users. Nothing else found fits well.',
  ),
  others: fixed(
    'A search finds nothing that fits but what is unsafe: title of the rest.',
    'Other results, which fit less',
  ),
} as const

/** The home page: what is watched, and what is broken. */
export const WATCHED = {
  counts: sentence(
    'Servers and tools that have an address to check, and those of them with a recent result.',
    { word: 'server', watched: 4309, checked: 4 },
    ({ word, watched, checked }) =>
      `${formatCount(watched)} ${plural(watched, word)} can be checked, ${formatCount(checked)} checked`,
  ),
  nothingBroken: fixed('Servers were checked, and nothing is broken.', 'Nothing that we watch is broken.'),
  nothingChecked: fixed('No server was checked.', 'Nothing has been checked yet.'),
} as const
