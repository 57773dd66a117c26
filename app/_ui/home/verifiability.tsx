const CLAIMS = [
  {
    title: 'Every verdict shows its evidence',
    text: 'The last probes of a server are listed with time, outcome and latency. Without enough recent evidence the verdict is unknown, never a stale healthy.',
  },
  {
    title: 'Every score can be recomputed',
    text: 'With explain=1 an answer contains each component with its weight, reason and inputs. The formula is versioned, so anyone computes the same number.',
  },
  {
    title: 'Every rating is signed',
    text: 'A rating carries an Ed25519 attestation, which anyone can verify with our public keys.',
  },
  {
    title: 'Requiring credentials is not an outage',
    text: 'A server that requires credentials is shown as auth, never as down. One failed probe never makes a server down: rechecks must confirm it.',
  },
] as const

/** What can be verified independently, and how. */
export function Verifiability() {
  return (
    <ul className="grid grid-cols-1 gap-x-12 gap-y-8 sm:grid-cols-2">
      {CLAIMS.map(({ title, text }) => (
        <li key={title}>
          <h3 className="font-medium">{title}</h3>
          <p className="mt-1.5 text-pretty text-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}
