import type { Breakage } from '@/lib/contract/shapes'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { formatCount } from '../figures'
import { Foreign } from '../foreign-text'
import { Distance } from '../instant'
import { StatusShape } from '../status'

/** One breakage: who, why as we saw it, how bad, since when. */
export function BreakageItem({ breakage, now }: { breakage: Breakage; now: Date }) {
  const { kind, severity, serverId, server, toolIds, tools, openedAt, times } = breakage
  const { label, sign } = BREAKAGES[kind]
  const evidence = breakage.evidence.at(-1)
  const only = tools === 1 && toolIds.length === 1 ? toolIds[0] : undefined
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <a href={`/tool/${idToPath(only ?? serverId)}`} className="font-medium">
          <Foreign text={server} />
        </a>
        <p className="foreign font-mono text-soft text-xs">{only ?? serverId}</p>
        {evidence !== undefined && <p className="foreign mt-1 text-sm">{evidence.text}</p>}
      </div>
      <p className="text-sm sm:text-right">
        <span className="inline-flex items-center gap-2">
          <StatusShape status={sign} />
          {label}, {severity}
        </span>
        <span className="block text-soft">
          since <Distance at={openedAt} now={now} />
          {tools > 1 && `, ${formatCount(tools)} tools`}
          {times > 1 && `, ${formatCount(times)} times`}
        </span>
      </p>
    </div>
  )
}
