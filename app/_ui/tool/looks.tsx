import type { Status } from '@/lib/core/verdict/verdict'
import { Distance } from '../instant'
import { Table } from '../lists/table'
import { StatusShape } from '../status'

/** One look of ours, as the profile gives it: newest first. */
export interface Look {
  at: string
  reason: string
  text: string
  outcome: string
  latencyMs: number | null
}

const SHOWN_AT_ONCE = 6

const SIGNS: Readonly<Record<string, Status>> = {
  ok: 'healthy',
  auth_required: 'auth',
  throttled: 'degraded',
  failed: 'down',
}

/** The sign of an outcome; a look that says nothing has the sign of the unknown. */
function signOf(outcome: string): Status {
  return SIGNS[outcome] ?? 'unknown'
}

/** The last looks: drawn, then told one by one. */
export function Looks({ looks, now }: { looks: readonly Look[]; now: Date }) {
  if (looks.length === 0) return <p className="text-soft">No looks yet, or none that we still keep.</p>
  const rest = looks.slice(SHOWN_AT_ONCE)
  return (
    <div className="flex flex-col gap-6">
      <Strip looks={looks} />
      <LookTable looks={looks.slice(0, SHOWN_AT_ONCE)} now={now} caption="Newest looks" />
      {rest.length > 0 && (
        <details>
          <summary className="text-sm">{rest.length} older looks</summary>
          <div className="mt-4">
            <LookTable looks={rest} now={now} caption="Older looks" />
          </div>
        </details>
      )}
    </div>
  )
}

/** Time runs to the right. A bar is as high as the answer was slow; a look without a measured answer shows its sign. */
function Strip({ looks }: { looks: readonly Look[] }) {
  const slowest = Math.max(1, ...looks.map((look) => look.latencyMs ?? 0))
  const measured = looks.some((look) => look.latencyMs !== null)
  return (
    <figure>
      <div className="flex h-16 items-end border-edge border-b" aria-hidden="true">
        {looks.toReversed().map((look) => (
          <span key={look.at} className="flex h-full min-w-0 max-w-5 flex-1 flex-col items-center justify-end">
            {look.latencyMs === null ? (
              <StatusShape status={signOf(look.outcome)} className="mb-1 size-full max-h-3 max-w-3" />
            ) : (
              <span
                className="w-[3px] bg-ink"
                style={{ height: `${Math.max(4, Math.round((look.latencyMs / slowest) * 100))}%` }}
              />
            )}
          </span>
        ))}
      </div>
      <figcaption className="mt-2 text-soft text-sm">
        The last {looks.length} looks, newest at the right.
        {measured && ` The highest bar is an answer after ${slowest} ms.`}
      </figcaption>
    </figure>
  )
}

function LookTable({ looks, now, caption }: { looks: readonly Look[]; now: Date; caption: string }) {
  return (
    <Table
      caption={caption}
      columns={[
        {
          header: 'When',
          className: 'whitespace-nowrap font-mono text-sm leading-6',
          cell: ({ at }) => <Distance at={at} now={now} />,
        },
        {
          header: 'What we saw',
          wide: true,
          className: 'text-sm leading-6',
          cell: (look) => (
            <span className="flex gap-2.5">
              <StatusShape status={signOf(look.outcome)} className="mt-1 size-4" />
              <span>
                {look.text} <code className="whitespace-nowrap font-mono text-soft text-xs">{look.reason}</code>
              </span>
            </span>
          ),
        },
        {
          header: 'Latency',
          number: true,
          className: 'text-sm leading-6',
          cell: ({ latencyMs }) => (latencyMs === null ? '–' : `${latencyMs} ms`),
        },
      ]}
      rows={looks}
      rowKey={({ at }) => at}
      phone="dated"
    />
  )
}
