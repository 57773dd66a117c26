const CHECKS = [
  {
    title: 'Every verdict shows its evidence',
    text: 'The last looks at a server are listed with their time, outcome and latency. Where evidence is thin or old, the verdict is unknown, never a stale healthy.',
  },
  {
    title: 'Every score can be recomputed',
    text: 'Ask with explain=1 and get each component with its weight, its reason and the facts it came from. The formula has a version; a stranger gets the same number.',
  },
  {
    title: 'Every rating is signed',
    text: 'A rating carries an Ed25519 attestation. Our public keys are all it takes to verify it, on a machine that never met us.',
  },
  {
    title: 'A locked door is not an outage',
    text: 'A server that asks for credentials is shown as auth, never as down. One failure never makes a tool down; we look again first.',
  },
] as const

/** Why anyone should believe us: what can be verified, and how. */
export function Checks() {
  return (
    <ul className="grid grid-cols-1 gap-x-12 gap-y-8 sm:grid-cols-2">
      {CHECKS.map(({ title, text }) => (
        <li key={title}>
          <h3 className="font-medium">{title}</h3>
          <p className="mt-1.5 text-pretty text-soft">{text}</p>
        </li>
      ))}
    </ul>
  )
}
