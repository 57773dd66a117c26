import { Code } from '../command'
import { formatDuration } from '../figures'
import { Section } from '../layout/section'
import { Table } from '../lists/table'
import { Prose } from '../prose'

interface Budget {
  intervalSeconds: number
  recheckSeconds: number
  mostQuickProbes: number
  deadlineSeconds: number
  perHost: number
  vantage: string
}

const REQUESTS = [
  { sent: 'POST server/discover', why: 'Are you there, in the newest protocol revision?' },
  { sent: 'POST initialize', why: 'The same, for older revisions; followed by notifications/initialized.' },
  { sent: 'POST tools/list', why: 'What do you offer? Page by page.' },
  { sent: 'DELETE', why: 'Ends the session, where you gave us one.' },
  { sent: 'GET', why: 'Opens an event stream, only where POST is refused: the oldest revision works so.' },
  {
    sent: 'GET /.well-known/oauth-protected-resource',
    why: 'Only after a 401: how credentials would be asked for. We never try any.',
  },
] as const

/** How our prober behaves, for the people whose servers it visits. */
export function ProbeConduct({ baseUrl, budget }: { baseUrl: string; budget: Budget }) {
  return (
    <>
      <Section id="requests" title="The requests" note="All there are, for an MCP server over HTTP.">
        <Requests />
      </Section>
      <Section id="name" title="Our name">
        <Prose>
          <p>
            Every request carries this <code className="font-mono text-sm">User-Agent</code>. The vantage point of this
            service is called <code className="font-mono text-sm">{budget.vantage}</code>.
          </p>
        </Prose>
        <div className="mt-4">
          <Code text={`AssayProbe/1 (+${baseUrl}/about/probes)`} label="User-Agent of our probes" />
        </div>
      </Section>
      <Section id="pace" title="The pace">
        <Pace budget={budget} />
      </Section>
      <Section id="limits" title="What we do not do">
        <Prose>
          <p>We send no credentials and nobody’s content. Tools are listed, never called.</p>
          <p>We dial public addresses only, those that a public catalog names or that you published yourself.</p>
          <p>
            A server that asks for credentials is recorded as alive, never as down. When our own line is down we record
            nothing about yours.
          </p>
        </Prose>
      </Section>
      <Section id="stop" title="Asking us to stop">
        <Prose>
          <p>
            Open an issue in the repository of Assay that names your host, and whoever runs this service takes it off
            the list. It then reads “its operator asked not to be probed”, and counts neither for nor against you.
          </p>
          <p>
            This is done by hand today. You may also refuse our <code className="font-mono text-sm">User-Agent</code>:
            we take a 403 for a living server that refuses strangers.
          </p>
        </Prose>
      </Section>
    </>
  )
}

function Requests() {
  return (
    <Table
      caption="Requests our probes send"
      columns={[
        {
          header: 'Request',
          rowHeader: true,
          className: 'font-mono text-sm leading-6',
          cell: ({ sent }) => sent,
        },
        { header: 'What it asks', wide: true, cell: ({ why }) => why },
      ]}
      rows={REQUESTS}
      rowKey={({ sent }) => sent}
      phone="stacked"
    />
  )
}

function Pace({ budget }: { budget: Budget }) {
  return (
    <Prose>
      <p>
        One look about every {formatDuration(budget.intervalSeconds)}. What one look cannot settle, because one look
        proves nothing, is looked at again {formatDuration(budget.recheckSeconds)} later: a first look, a first sign of
        credentials and a recovery once, a failure up to four times, {budget.mostQuickProbes} at the very most.
      </p>
      <p>
        A look takes a handful of requests and ends after {formatDuration(budget.deadlineSeconds)} at the latest. No
        process of ours looks at more than {budget.perHost} servers of one host at once.
      </p>
      <p>
        If you answer 429, or 503 with <code className="font-mono text-sm">Retry-After</code>, you count as alive, and
        we stay away for as long as you say.
      </p>
    </Prose>
  )
}
