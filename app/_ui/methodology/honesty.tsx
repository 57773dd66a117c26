import { Code } from '../command'
import { Section } from '../layout/section'
import { Prose } from '../prose'

/** What counts for nothing, how to check us, what we do not know. */
export function Honesty({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <Section id="void" title="What counts for nothing">
        <Prose>
          <p>
            Time nobody watched. Void time: while our own line is down we look at nobody, and what was seen in it is not
            held against anyone. Maintenance that was announced beforehand. Uptime, score and accuracy leave all of it
            out.
          </p>
          <p>
            A tool is never called. A look asks a server who it is and what it lists;{' '}
            <a href="/about/probes">what our probes send</a> is a page of its own.
          </p>
        </Prose>
      </Section>
      <Section id="verify" title="How to check us" note="You need nothing of ours but the public keys.">
        <Prose>
          <p>
            Every score is signed, and <code className="font-mono text-sm">explain=1</code> answers with all it was
            computed from. From a copy of the source, this computes a score again and checks its signature:
          </p>
        </Prose>
        <div className="mt-4 flex flex-col gap-4">
          <Code text={`npm run verify -- ${baseUrl} <toolId>`} label="Command that verifies a score" />
          <Code text={`${baseUrl}/.well-known/jwks.json`} label="Address of the public keys" />
        </div>
      </Section>
      <Section id="unknown" title="What we do not know">
        <Prose>
          <p>Whether a tool does what it says. We see the door and the list, not the work.</p>
          <p>
            How it looks from elsewhere. Each look comes from one place, and what is near to it looks faster. Outages
            that begin and end between two looks are not seen.
          </p>
          <p>What is behind a door that asks for credentials, until clients that have them report.</p>
        </Prose>
      </Section>
      <Section id="money" title="What never counts">
        <Prose>
          <p className="font-medium">Credits, keys, claims and money never touch a score.</p>
          <p>That sentence is one of our tests.</p>
        </Prose>
      </Section>
    </>
  )
}
