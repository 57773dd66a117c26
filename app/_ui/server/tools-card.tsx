import { idToPath } from '@/lib/core/catalog/subject-id'
import type { Status } from '@/lib/core/verdict/verdict'
import { Card } from '../card'
import { StatusIcon, statusWord } from '../status'
import { UntrustedText } from '../untrusted-text'

/** A tool in the list of its server. */
export interface ToolItem {
  toolId: string
  name: string
  status: Status
  /** What it declares of itself; null: nothing. */
  readOnly: boolean | null
  destructive: boolean | null
  removedAt: string | null
  /** A sentence about a change that may break callers; null: none. */
  fault: string | null
}

const SHOWN_AT_ONCE = 12

interface ToolsCardProps {
  tools: readonly ToolItem[]
  /** Of the server: a tool names its own only where it differs. */
  status: Status
  /** The list ends here, and there are more. */
  isCut: boolean
}

/** The tools of a server; all but the first are folded. */
export function ToolsCard({ tools, status, isCut }: ToolsCardProps) {
  const offered = tools.filter(({ removedAt }) => removedAt === null)
  const removed = tools.filter(({ removedAt }) => removedAt !== null)
  const more = offered.slice(SHOWN_AT_ONCE)
  return (
    <Card id="tools" title="Tools" note={isCut ? `the first ${offered.length}` : offered.length}>
      {tools.length === 0 && <p className="text-soft text-sm">It lists no tools, or its list was not read yet.</p>}
      <List tools={offered.slice(0, SHOWN_AT_ONCE)} status={status} />
      {more.length > 0 && (
        <Folded summary={`${more.length} more ${more.length === 1 ? 'tool' : 'tools'}`} tools={more} status={status} />
      )}
      {removed.length > 0 && <Folded summary={`${removed.length} removed`} tools={removed} status={status} />}
    </Card>
  )
}

function Folded({ summary, ...list }: { summary: string; tools: readonly ToolItem[]; status: Status }) {
  return (
    <details className="mt-4">
      <summary className="text-soft text-sm">{summary}</summary>
      <div className="mt-4">
        <List {...list} />
      </div>
    </details>
  )
}

function List({ tools, status }: { tools: readonly ToolItem[]; status: Status }) {
  if (tools.length === 0) return null
  return (
    <ul className="-my-2.5 divide-y divide-rule">
      {tools.map((tool) => (
        <li key={tool.toolId} className="py-2.5">
          <div className="flex items-baseline justify-between gap-x-3">
            <a href={`/tool/${idToPath(tool.toolId)}`} className="quiet-link line-clamp-2 min-w-0 font-mono text-sm">
              <UntrustedText text={tool.name} />
            </a>
            <Marks tool={tool} status={status} />
          </div>
          {tool.fault !== null && <p className="untrusted mt-0.5 text-degraded text-xs">{tool.fault}</p>}
        </li>
      ))}
    </ul>
  )
}

function Marks({ tool, status }: { tool: ToolItem; status: Status }) {
  const kind = kindOf(tool)
  const differs = tool.removedAt === null && tool.status !== status
  return (
    <span className="flex items-center gap-2 whitespace-nowrap text-soft text-xs">
      {differs && (
        <>
          <StatusIcon status={tool.status} className="size-3" />
          {statusWord(tool.status)}
        </>
      )}
      {kind}
    </span>
  )
}

/** Only what the tool declares: nothing is no promise. */
function kindOf({ readOnly, destructive }: ToolItem): string | null {
  if (readOnly === true) return 'read only'
  if (destructive === true) return 'may delete'
  return readOnly === false ? 'may write' : null
}
