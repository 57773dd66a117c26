import { plural } from 'assay-verify/text/plural'
import { formatCount } from '../format'

/** Under the header of every page. */
export const NOTICES = {
  connectivityLost:
    'Our own connection was lost {time}: nothing is checked until it is back, and what these pages show is from before.',
} as const

/** A search whose results that fit are unsafe. */
export const UNSAFE_RESULTS = {
  title: 'What fits is unsafe',
  text: 'Do not connect these: their texts instruct agents to act against their users. Nothing else found fits well.',
  others: 'Other results, which fit less',
} as const

/** The home page: what is watched, and what is broken. */
export const WATCHED = {
  counts: ({ word, watched, checked }: { word: string; watched: number; checked: number }) =>
    `${formatCount(watched)} ${plural(watched, word)} can be checked, ${formatCount(checked)} checked`,
  nothingBroken: 'Nothing that we watch is broken.',
  nothingChecked: 'Nothing has been checked yet.',
} as const
