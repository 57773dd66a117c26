import { Fragment } from 'react'
import { InlineCode } from '../docs/inline-code'
import { formatTimestamp } from '../format'
import { LastingSince, RelativeTime } from '../timestamp'

/**
 * A sentence of a page, in which names stand between backticks. `at`: the instant that its `{time}` ("3 minutes ago")
 * and its `{since}` ("for 3 minutes") are; null: it has neither.
 */
export interface Sentence {
  text: string
  at: string | null
}

const PLACES = /(\{time\}|\{since\})/

/** A sentence in markup. */
export function Spoken({ text, at }: Sentence) {
  if (at === null) return <InlineCode text={text} />
  return text.split(PLACES).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence do not move
    <Fragment key={index}>
      {part === '{time}' ? (
        <RelativeTime at={at} />
      ) : part === '{since}' ? (
        <LastingSince at={at} />
      ) : (
        <InlineCode text={part} />
      )}
    </Fragment>
  ))
}

/** The same as plain text, with the time itself. */
export function plainText({ text, at }: Sentence): string {
  const time = at === null ? '' : formatTimestamp(at)
  return text.replaceAll('`', '').replaceAll('{time}', time).replaceAll('{since}', `since ${time}`)
}
