import type { Publisher } from '@/lib/core/catalog/publisher'
import { UntrustedText } from '../untrusted-text'

const WHY = {
  verified: 'Domain, namespace or account agree with the site of the product.',
  claimed: 'The name of an account, which anybody can open.',
  unknown: 'No entry names a publisher.',
} as const

/** Who publishes it and how sure that is: “by GitHub · verified”. */
export function PublisherName({ publisher: { name, state }, by = '' }: { publisher: Publisher; by?: string }) {
  return (
    <span title={WHY[state]}>
      {name === null ? (
        'publisher unknown'
      ) : (
        <>
          {by}
          <UntrustedText text={name} /> · {state}
        </>
      )}
    </span>
  )
}
