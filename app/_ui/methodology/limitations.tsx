import { Code } from '../command'
import { Section } from '../layout/section'
import { Prose } from '../prose'

/** What is excluded, how to verify a score, and the known limits. */
export function Limitations({ baseUrl }: { baseUrl: string }) {
  return (
    <>
      <Section id="excluded" title="What is excluded">
        <Prose>
          <p>
            Uptime, score and accuracy leave out monitoring gaps, in which our own connectivity was lost, all other time
            without checks, and maintenance announced in advance.
          </p>
          <p>
            Checks never call a tool of an MCP server. They perform the protocol handshake and list the tools. Of an API
            they call at most the one GET that its OpenAPI description marks as safe; see{' '}
            <a href="/probing">how we check servers</a>.
          </p>
        </Prose>
      </Section>
      <Section id="verify" title="How to verify a score" note="It takes only the public keys.">
        <Prose>
          <p>
            Every score is signed, and <code className="font-mono text-sm">explain=1</code> returns all its inputs. From
            a copy of the source, this command recomputes a score and verifies its signature:
          </p>
        </Prose>
        <div className="mt-4 flex flex-col gap-4">
          <Code text={`npm run verify -- ${baseUrl} <toolId>`} label="Command that verifies a score" />
          <Code text={`${baseUrl}/.well-known/jwks.json`} label="Address of the public keys" />
        </div>
      </Section>
      <Section id="limits" title="Known limits">
        <Prose>
          <p>Checks do not show whether a tool does what it claims, only that its server answers and lists it.</p>
          <p>
            Each check runs from one vantage point, so servers near it appear faster. Outages that begin and end between
            two checks are missed.
          </p>
          <p>Tools that require credentials are not tested until clients with credentials report outcomes.</p>
        </Prose>
      </Section>
      <Section id="independence" title="Independence">
        <Prose>
          <p className="font-medium">Credits, keys, claims and payments never change a score.</p>
          <p>An automated test asserts this.</p>
        </Prose>
      </Section>
    </>
  )
}
