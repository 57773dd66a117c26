import type { Breakage } from '@/lib/contract/shapes'
import { idToPath } from '@/lib/core/subject-id'
import type { Status } from '@/lib/core/verdict'
import { Foreign } from './foreign'
import { Distance } from './instant'
import { StatusShape } from './status'

const KINDS = {
  down: { words: 'down', sign: 'down' },
  degraded: { words: 'degraded', sign: 'degraded' },
  auth_changed: { words: 'asks for other credentials', sign: 'auth' },
  schema_breaking: { words: 'changed its arguments', sign: 'degraded' },
  tool_removed: { words: 'removed tools', sign: 'degraded' },
} as const satisfies Record<Breakage['kind'], { words: string; sign: Status }>

/** What is broken now, newest first. */
export function BreakageList({ breakages, now }: { breakages: readonly Breakage[]; now: Date }) {
  return (
    <ul className="border-rule border-b">
      {breakages.map((breakage) => (
        <BreakageItem key={breakage.id} breakage={breakage} now={now} />
      ))}
    </ul>
  )
}

function BreakageItem({ breakage, now }: { breakage: Breakage; now: Date }) {
  const { words, sign } = KINDS[breakage.kind]
  const evidence = breakage.evidence.at(-1)
  const only = breakage.toolIds.length === 1 ? breakage.toolIds[0] : undefined
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-rule border-t py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
      <div className="min-w-0">
        <a href={`/tool/${idToPath(only ?? breakage.serverId)}`} className="font-medium">
          <Foreign text={breakage.server} />
        </a>
        <p className="foreign font-mono text-soft text-xs">{only ?? breakage.serverId}</p>
        {evidence !== undefined && <p className="mt-1 text-sm">{evidence.text}</p>}
      </div>
      <p className="text-sm sm:text-right">
        <span className="inline-flex items-center gap-2">
          <StatusShape status={sign} />
          {words}, {breakage.severity}
        </span>
        <span className="block text-soft">
          since <Distance at={breakage.openedAt} now={now} />
          {breakage.toolIds.length > 1 && `, ${breakage.toolIds.length} tools`}
        </span>
      </p>
    </li>
  )
}
