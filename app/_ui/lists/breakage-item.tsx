import type { Breakage } from '@/lib/contract/shapes/breakages'
import { idToPath } from '@/lib/core/catalog/subject-id'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import { formatCount } from '../format'
import { StatusIcon } from '../status'
import { RelativeTime } from '../timestamp'
import { UntrustedText } from '../untrusted-text'

/** One breakage: server or tool, evidence, severity, start. */
export function BreakageItem({ breakage, now }: { breakage: Breakage; now: Date }) {
  const { kind, severity, serverId, serverTitle, toolIds, tools, openedAt, times } = breakage
  const { label, sign } = BREAKAGES[kind]
  const evidence = breakage.evidence.at(-1)
  const onlyTool = tools === 1 && toolIds.length === 1 ? toolIds[0] : undefined
  return (
    <div className="grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <a href={`/tool/${idToPath(onlyTool ?? serverId)}`} className="font-medium">
          <UntrustedText text={serverTitle} />
        </a>
        <p className="untrusted font-mono text-soft text-xs">{onlyTool ?? serverId}</p>
        {evidence !== undefined && <p className="untrusted mt-1 text-sm">{evidence.text}</p>}
      </div>
      <p className="text-sm sm:text-right">
        <span className="inline-flex items-center gap-2">
          <StatusIcon status={sign} />
          {label}, {severity}
        </span>
        <span className="block text-soft">
          since <RelativeTime at={openedAt} now={now} />
          {tools > 1 && `, ${formatCount(tools)} tools`}
          {times > 1 && `, ${formatCount(times)} times`}
        </span>
      </p>
    </div>
  )
}
