import { LONGEST_MAINTENANCE_DAYS } from 'assay-verify/history/interval'
import {
  LONGEST_PAUSE_MINUTES,
  MOST_DESCRIPTIONS,
  MOST_WINDOWS,
  POLICY_PATH,
  POLICY_READ_EVERY_MS,
} from '@/lib/core/access/probing-policy'
import { OPT_OUT_ANSWER } from '@/lib/core/evidence/sent-requests'
import { formatDuration } from '@/lib/core/text/relative-time'
import { Code } from '../command'
import { Prose } from '../prose'

const EXAMPLE = `{
  "probe": { "everyMinutes": 240 },
  "maintenance": [
    { "from": "2026-12-24T18:00:00Z", "to": "2026-12-24T20:00:00Z" }
  ]
}`

/** How an operator refuses checks, asks for fewer, or announces maintenance. */
export function OptingOut({ intervalSeconds }: { intervalSeconds: number }) {
  const every = formatDuration(POLICY_READ_EVERY_MS / 1000)
  return (
    <div className="flex flex-col gap-4">
      <Prose>
        <p>
          Serve a file at <code className="font-mono text-sm">{POLICY_PATH}</code> of the origin (scheme, host and port)
          of your endpoint. It is read once in {every} and holds for all servers of the origin.
        </p>
      </Prose>
      <Code text={'{ "probe": "none" }'} label="A file that refuses all checks" />
      <Code text={EXAMPLE} label="A file that asks for fewer checks and announces maintenance" />
      <Prose>
        <p>
          <code className="font-mono text-sm">probe</code>: <code className="font-mono text-sm">"none"</code> for no
          checks, or <code className="font-mono text-sm">everyMinutes</code> for one in that time, at most{' '}
          {LONGEST_PAUSE_MINUTES} minutes. A pace faster than the usual one of {formatDuration(intervalSeconds)} changes
          nothing.
        </p>
        <p>
          <code className="font-mono text-sm">maintenance</code>: up to {MOST_WINDOWS} windows of at most{' '}
          {LONGEST_MAINTENANCE_DAYS} days, as RFC 3339 instants. Nothing inside a window counts for or against a server.
          A window counts from when it was read, never before.
        </p>
        <p>
          <code className="font-mono text-sm">descriptions</code>: addresses of up to {MOST_DESCRIPTIONS} OpenAPI
          descriptions on other domains that may mark a request at this origin. Without it, only descriptions at the
          same registered domain may.
        </p>
        <p>
          Or answer our <code className="font-mono text-sm">User-Agent</code> with {OPT_OUT_ANSWER}. That holds for the
          address that answers it; it is asked again after {every}.
        </p>
        <p>
          A refusal holds from the next run on and is shown as “Its operator asked not to be probed”. It never lowers a
          score; without checks the state becomes Not checked (<code className="font-mono text-sm">unknown</code>). A
          file that is missing, slow, larger than 64 KiB or of another form changes nothing.
        </p>
      </Prose>
    </div>
  )
}
