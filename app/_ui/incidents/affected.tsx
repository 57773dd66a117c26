import { idToPath } from 'assay-verify/subject-id'
import { BREAKAGES } from '@/lib/core/verdict/breakage'
import type { Breakage, IncidentRecord } from '@/lib/incidents/contract/breakages'
import { Card } from '../card'
import { countOf } from '../lists/incident-list'
import { UntrustedText } from '../untrusted-text'
import { feedsOf } from './incidents-address'

/** Tools named of one server; its page has all. */
const TOOLS_NAMED = 5

/**
 * The servers and tools of an incident, each with what to use instead while it is broken. `replaceable`: ids of servers
 * that have alternatives.
 */
export function Affected({
  incident: { breakages, serversInAll },
  replaceable,
}: {
  incident: IncidentRecord
  replaceable: ReadonlySet<string>
}) {
  const byServer = new Map<string, Breakage[]>()
  for (const breakage of breakages)
    byServer.set(breakage.serverId, [...(byServer.get(breakage.serverId) ?? []), breakage])
  return (
    <Card title={serversInAll === 1 ? 'Affected server' : 'Affected servers'} className="content-start self-start">
      <ul className="grid gap-4">
        {[...byServer].map(([id, own]) => (
          <li key={id}>
            <Server id={id} breakages={own} isReplaceable={replaceable.has(id)} />
          </li>
        ))}
      </ul>
      {byServer.size < serversInAll && (
        <p className="mt-4 text-soft text-sm">and {countOf(serversInAll - byServer.size, 'more server')}</p>
      )}
    </Card>
  )
}

function Server({
  id,
  breakages,
  isReplaceable,
}: {
  id: string
  breakages: readonly Breakage[]
  isReplaceable: boolean
}) {
  const isOpen = breakages.some(({ closedAt }) => closedAt === null)
  const ofTools = breakages.filter(({ kind }) => BREAKAGES[kind].subject === 'tool').flatMap(({ toolIds }) => toolIds)
  const toolIds = [...new Set(ofTools.length > 0 ? ofTools : breakages.flatMap((breakage) => breakage.toolIds))]
  const tools = ofTools.length > 0 ? toolIds.length : Math.max(...breakages.map((breakage) => breakage.tools))
  const [feed] = feedsOf({ server: id })
  return (
    <>
      <p className="font-medium">
        <a href={`/server/${idToPath(id)}`}>
          <UntrustedText text={breakages[0]?.serverTitle ?? id} />
        </a>
      </p>
      <p className="text-soft text-sm">
        {isOpen ? '' : 'Ended. '}
        {countOf(tools, 'tool')}
      </p>
      <ul className="mt-1 grid text-sm">
        {toolIds.slice(0, TOOLS_NAMED).map((toolId) => (
          <li key={toolId}>
            <a href={`/tool/${idToPath(toolId)}`} className="quiet-link inline-block py-1 font-mono text-xs">
              <UntrustedText text={toolId.slice(id.length + 1)} />
            </a>
          </li>
        ))}
        {tools > TOOLS_NAMED && <li className="text-soft">and {tools - Math.min(tools, TOOLS_NAMED)} more</li>}
      </ul>
      <p className="mt-1.5 flex flex-wrap gap-x-4 text-sm">
        {isOpen && isReplaceable && (
          <a href={`/alternatives/${idToPath(id)}`} aria-label={`Alternatives to ${breakages[0]?.serverTitle ?? id}`}>
            Use instead
          </a>
        )}
        {feed !== undefined && (
          <a href={feed.path} type={feed.type} aria-label={`RSS feed of ${breakages[0]?.serverTitle ?? id}`}>
            RSS
          </a>
        )}
      </p>
    </>
  )
}
