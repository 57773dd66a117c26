import { idToPath } from 'assay-verify/subject-id'
import type { Breakage } from '@/lib/incidents/contract/breakages'
import { breakageMark } from '../breakage-mark'
import { Card } from '../card'
import { STATUS_DISPLAY, StatusIcon } from '../status'
import { RelativeTime } from '../timestamp'
import { UntrustedText } from '../untrusted-text'

/** The newest open breakages; that there is none is said only of what was checked. */
export function BreakingNow({ breakages, hasResults }: { breakages: readonly Breakage[]; hasResults: boolean }) {
  return (
    <Card
      title="Breaking now"
      note={
        <>
          <a href="/incidents">all incidents</a> · <a href="/v1/breakages.rss">RSS</a>
        </>
      }
    >
      {breakages.length === 0 ? (
        <p className="text-soft text-sm">
          {hasResults ? 'Nothing that we watch is broken.' : 'Nothing has been checked yet.'}
        </p>
      ) : (
        <ul className="-my-3">
          {breakages.map((breakage) => (
            <li key={breakage.id} className="border-rule border-b py-3 last:border-b-0">
              <BreakageLine breakage={breakage} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function BreakageLine({ breakage }: { breakage: Breakage }) {
  const { serverId, serverTitle, toolIds, tools, openedAt } = breakage
  const { label, sign } = breakageMark(breakage)
  const toolId = tools === 1 && toolIds.length === 1 ? toolIds[0] : undefined
  return (
    <>
      <div className="flex items-baseline justify-between gap-3">
        <a
          href={toolId === undefined ? `/server/${idToPath(serverId)}` : `/tool/${idToPath(toolId)}`}
          className="quiet-link clamp-2 font-semibold text-sm"
        >
          <UntrustedText text={serverTitle} />
          {toolId?.startsWith(`${serverId}/`) && (
            <>
              {' · '}
              <UntrustedText text={toolId.slice(serverId.length + 1)} />
            </>
          )}
        </a>
        <span className="shrink-0 text-soft text-xs">
          <RelativeTime at={openedAt} />
        </span>
      </div>
      <p className={`mt-0.5 inline-flex items-center gap-1.5 text-xs ${STATUS_DISPLAY[sign].color}`}>
        <StatusIcon status={sign} className="size-3" />
        {label}
      </p>
    </>
  )
}
