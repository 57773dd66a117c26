import { Fragment } from 'react'
import { InlineCode } from '../docs/inline-code'
import { RelativeTime } from '../timestamp'

/** A sentence whose `{time}` is this instant, and in which names stand between backticks. */
export function Spoken({ text, at, now }: { text: string; at: string | null; now: Date }) {
  if (at === null || !text.includes('{time}')) return <InlineCode text={text} />
  return text.split('{time}').map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
    <Fragment key={index}>
      {index > 0 && <RelativeTime at={at} now={now} />}
      <InlineCode text={part} />
    </Fragment>
  ))
}
