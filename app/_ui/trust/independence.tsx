import { Card } from '../card'

/** Our public keys. */
export function Keys({ baseUrl }: { baseUrl: string }) {
  return (
    <Card id="keys" title="Our keys">
      <p className="text-pretty text-sm">
        Signatures are Ed25519. The public keys are at{' '}
        <a href="/.well-known/jwks.json" className="untrusted font-mono text-[0.8125rem]">
          {baseUrl}/.well-known/jwks.json
        </a>
        . A signature is valid for a day, and a key that we replace stays in the list until the last result signed with
        it has expired. To verify a result later, keep the key with it.
      </p>
      <p className="mt-3 text-pretty text-sm">
        What we stated is in <a href="/log">a log in which nothing can be changed unnoticed</a>, and keys that we
        replace are in it, too.
      </p>
    </Card>
  )
}

const COMMITMENTS = [
  [
    'Nobody can pay for a better grade.',
    'Keys, credits and payments raise limits of the API, never a score. A test fails where the code that computes scores could read them.',
  ],
  ['We do not rate ourselves.', 'An entry with an address of this service is refused.'],
  [
    'Everybody is measured in the same way.',
    'The formula has a version number. Any change of it gets a new one, and each score names the formula it was made with.',
  ],
  [
    'Operators may refuse checks, not results.',
    'A server whose operator refuses our checks is shown as “Not checked”. Nothing else changes.',
  ],
] as const

/** What keeps the grades independent. */
export function Independence() {
  return (
    <Card id="independence" title="Independence">
      <ul className="flex flex-col gap-4 text-sm">
        {COMMITMENTS.map(([title, text]) => (
          <li key={title}>
            <p className="font-medium">{title}</p>
            <p className="mt-0.5 text-pretty">{text}</p>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const LIMITS = [
  'We see whether a server answers and lists its tools, not whether a tool does what it says.',
  'We check from one place, so servers near it look faster.',
  'An outage that begins and ends between two checks is missed.',
  'A server that asks for credentials is checked up to its sign-in, and further only by reports of its users.',
] as const

/** What the checks cannot show. */
export function Limits() {
  return (
    <Card id="limits" title="What we cannot see">
      <ul className="flex list-disc flex-col gap-2 pl-5 text-pretty text-sm">
        {LIMITS.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Card>
  )
}
