import { UntrustedText } from './untrusted-text'

/** Who publishes a product, as far as it is known. */
export interface ShownPublisher {
  /** null: unknown. */
  name: string | null
  state: 'verified' | 'claimed' | 'unknown'
}

/** How it is known who publishes it, in a word; verified ones have a mark. */
export function PublisherState({ state }: Pick<ShownPublisher, 'state'>) {
  if (state !== 'verified') return <span>{state}</span>
  return (
    <span className="whitespace-nowrap" title="Its domain, namespace or account agrees with the product’s own site.">
      <VerifiedIcon /> verified
    </span>
  )
}

/** by GitHub · verified */
export function ByPublisher({ name, state }: ShownPublisher & { name: string }) {
  return (
    <>
      by <UntrustedText text={name} /> · <PublisherState state={state} />
    </>
  )
}

function VerifiedIcon() {
  return (
    <svg
      viewBox="0 0 16 16"
      className="inline size-3.5 align-[-0.15em]"
      aria-hidden="true"
      focusable="false"
      fill="none"
      stroke="currentColor"
    >
      <circle cx="8" cy="8" r="6.5" strokeWidth="1.3" />
      <path d="m5 8.2 2.1 2.1 4-4.4" strokeWidth="1.3" />
    </svg>
  )
}
