import { Fragment } from 'react'
import { RelativeTime } from '../timestamp'

/** A sentence whose `{time}` is this instant. */
export function Spoken({ text, at, now }: { text: string; at: string | null; now: Date }) {
  if (at === null || !text.includes('{time}')) return text
  return text.split('{time}').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
    <Fragment key={index}>
      {index > 0 && <RelativeTime at={at} now={now} />}
      {part}
    </Fragment>
  ))
}
