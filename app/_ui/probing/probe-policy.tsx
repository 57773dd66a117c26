import { plural } from 'assay-verify/text/plural'
import { POLICY_KEPT_MS } from '@/lib/core/access/probing-policy'
import { SENT_TO_EVERY_ORIGIN, type SentRequest } from '@/lib/core/evidence/sent-requests'
import { formatDuration } from '@/lib/core/text/relative-time'
import { Code } from '../command'
import { Section } from '../layout/section'
import { Prose } from '../prose'
import { OptingOut } from './opting-out'
import { RequestsTable } from './requests-table'

interface ProbeBudget {
  intervalSeconds: number
  recheckSeconds: number
  mostQuickProbes: number
  deadlineSeconds: number
  perHost: number
  /** Checks a minute of one host, and how many first checks of it may be asked for in an hour. */
  hostPerMinute: number
  askedAnHour: number
  vantages: readonly string[]
}

interface ShownProber {
  name: string
  title: string
  requests: readonly SentRequest[]
  intervals: number
}

interface PolicyProps {
  userAgent: string
  budget: ProbeBudget
  probers: readonly ShownProber[]
}

/** How checks behave, for operators of what is checked. Pages call a probe a check. */
export function ProbePolicy({ userAgent, budget, probers }: PolicyProps) {
  return (
    <>
      <Section id="requests" title="Requests" note="All that is sent, by kind of check.">
        <div className="flex flex-col gap-8">
          <RequestsTable title="To every origin" note="once a day" requests={SENT_TO_EVERY_ORIGIN} />
          {probers.map(({ name, title, requests, intervals }) => (
            <RequestsTable
              key={name}
              title={title}
              note={`${name}, about every ${formatDuration(budget.intervalSeconds * intervals).replace(/^1 /, '')}`}
              requests={requests}
            />
          ))}
        </div>
      </Section>
      <Section id="name" title="User agent">
        <Prose>
          <p>
            Every request has this <code className="font-mono text-sm">User-Agent</code>. Checks are made from{' '}
            {budget.vantages.map((name) => (
              <code key={name} className="mr-1 font-mono text-sm">
                {name}
              </code>
            ))}
            .
          </p>
        </Prose>
        <div className="mt-4">
          <Code text={userAgent} label="User-Agent of our checks" />
        </div>
      </Section>
      <Section id="pace" title="Frequency">
        <Frequency budget={budget} />
      </Section>
      <Section id="limits" title="Limits">
        <Prose>
          <p>
            Checks send no credentials and no user content. Tools of MCP servers are listed, never called. Of an API
            that publishes an OpenAPI description, at most one operation is called: a GET without required parameters
            that the description marks as safe, by <code className="font-mono text-sm">x-probe: true</code> or as its
            health check. It is not called where its path or its id names an act, such as delete, create or send.
          </p>
          <p>
            That operation is called at the origin of the description. At another origin it is called only if both are
            of one registered domain or the{' '}
            <a href="#stop" className="underline">
              file of that origin
            </a>{' '}
            lists the description, and it counts among the checks of that host. Redirects to other hosts are not
            followed.
          </p>
          <p>Checks connect to public addresses only, from public catalogs or published by the operator.</p>
          <p>
            A server that requires credentials is recorded as reachable, never as down. While our own connectivity is
            lost, no results are recorded.
          </p>
        </Prose>
      </Section>
      <Section
        id="stop"
        title="Opting out"
        note={`A file that cannot be read again counts for ${formatDuration(POLICY_KEPT_MS / 1000)}.`}
      >
        <OptingOut intervalSeconds={budget.intervalSeconds} />
      </Section>
      <Section id="log" title="What was sent to you">
        <Prose>
          <p>
            The page of each server links to the list of all checks of it that are kept: when, from where, with which
            result.
          </p>
        </Prose>
      </Section>
    </>
  )
}

function Frequency({ budget }: { budget: ProbeBudget }) {
  return (
    <Prose>
      <p>
        An endpoint is checked about every {formatDuration(budget.intervalSeconds).replace(/^1 /, '')}. A change of
        state needs confirmation, so another check follows {formatDuration(budget.recheckSeconds)} later: one after a
        first check, a first request for credentials or a recovery, up to four after a failure, {budget.mostQuickProbes}{' '}
        in a row at most.
      </p>
      <p>
        A check takes a few requests and ends within {formatDuration(budget.deadlineSeconds)}. A process checks at most{' '}
        {budget.perHost} {plural(budget.perHost, 'server')} of one host at once, and one host is checked at most{' '}
        {budget.hostPerMinute} times a minute. Servers that were never checked come in the order in which they are asked
        for; {budget.askedAnHour} first checks an hour may be asked for at one host. That changes their order, not how
        often a host is checked.
      </p>
      <p>
        A server that answers 429, or 503 with <code className="font-mono text-sm">Retry-After</code>, counts as
        reachable and is not checked again before the given time.
      </p>
    </Prose>
  )
}
