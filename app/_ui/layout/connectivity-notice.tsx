import { Spoken } from '../words/spoken'

/**
 * Says under the header of every page that nothing is being checked, because the service itself has no connectivity.
 */
export function ConnectivityNotice({ since }: { since: Date }) {
  return (
    <p
      role="status"
      className="border-degraded/40 border-b bg-degraded-tint px-5 py-2 text-center text-degraded text-sm sm:px-8"
    >
      <Spoken
        text="Our own connection was lost {time}: nothing is checked until it is back, and what these pages show is from before."
        at={since.toISOString()}
      />
    </p>
  )
}
