import { Code } from '../command'
import { formatDuration } from '../format'
import { Section } from '../layout/section'
import { Table } from '../lists/table'
import { Prose } from '../prose'

interface ProbeBudget {
  intervalSeconds: number
  recheckSeconds: number
  mostQuickProbes: number
  deadlineSeconds: number
  perHost: number
  vantage: string
}

const REQUESTS = [
  { request: 'POST server/discover', purpose: 'Handshake of the newest protocol revision.' },
  { request: 'POST initialize', purpose: 'Handshake of older revisions, followed by notifications/initialized.' },
  { request: 'POST tools/list', purpose: 'Lists the tools, page by page.' },
  {
    request: 'POST prompts/list, resources/list, resources/templates/list, skills/list',
    purpose: 'Lists what the server declares, at most every six hours; nothing of it is read or used.',
  },
  {
    request: 'GET <endpoint>/server-card, /.well-known/mcp/server-card.json',
    purpose: 'Reads the server card, at most every six hours.',
  },
  { request: 'DELETE', purpose: 'Ends the session, if the server opened one.' },
  { request: 'GET', purpose: 'Opens an event stream (HTTP+SSE, the oldest revision), only where POST is refused.' },
  {
    request: 'GET /.well-known/oauth-protected-resource',
    purpose: 'Reads how to authenticate, only after a 401. No credentials are ever sent.',
  },
] as const

/** How probes behave, for operators of probed servers. */
export function ProbePolicy({ baseUrl, budget }: { baseUrl: string; budget: ProbeBudget }) {
  return (
    <>
      <Section id="requests" title="Requests" note="All requests to an MCP server over HTTP.">
        <Requests />
      </Section>
      <Section id="name" title="User agent">
        <Prose>
          <p>
            Every request has this <code className="font-mono text-sm">User-Agent</code>. The vantage point of this
            service is <code className="font-mono text-sm">{budget.vantage}</code>.
          </p>
        </Prose>
        <div className="mt-4">
          <Code text={`AssayProbe/1 (+${baseUrl}/about/probes)`} label="User-Agent of our probes" />
        </div>
      </Section>
      <Section id="pace" title="Frequency">
        <Frequency budget={budget} />
      </Section>
      <Section id="limits" title="Limits">
        <Prose>
          <p>Probes send no credentials and no user content. Tools are listed, never called.</p>
          <p>Probes connect to public addresses only, from public catalogs or published by the operator.</p>
          <p>
            A server that requires credentials is recorded as reachable, never as down. While our own connectivity is
            lost, no results are recorded.
          </p>
        </Prose>
      </Section>
      <Section id="stop" title="Opting out">
        <Prose>
          <p>
            Open an issue in the Assay repository that names your host, and the operator of this service excludes it.
            Its page then states “Its operator asked not to be probed”, and nothing is counted for or against it.
          </p>
          <p>
            This is a manual process. You can also block our <code className="font-mono text-sm">User-Agent</code>: a
            403 counts as a reachable server that refuses anonymous access.
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
          cell: ({ request }) => request,
        },
        { header: 'Purpose', wide: true, cell: ({ purpose }) => purpose },
      ]}
      rows={REQUESTS}
      rowKey={({ request }) => request}
      phone="stacked"
    />
  )
}

function Frequency({ budget }: { budget: ProbeBudget }) {
  return (
    <Prose>
      <p>
        One probe about every {formatDuration(budget.intervalSeconds)}. A change of state needs confirmation, so a
        recheck follows {formatDuration(budget.recheckSeconds)} later: one after a first probe, a first request for
        credentials or a recovery, up to four after a failure, {budget.mostQuickProbes} in a row at most.
      </p>
      <p>
        A probe takes a few requests and ends within {formatDuration(budget.deadlineSeconds)}. A process probes at most{' '}
        {budget.perHost} servers of one host at once.
      </p>
      <p>
        A server that answers 429, or 503 with <code className="font-mono text-sm">Retry-After</code>, counts as
        reachable and is not probed again before the given time.
      </p>
    </Prose>
  )
}
