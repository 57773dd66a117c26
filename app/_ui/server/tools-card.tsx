import { idToPath } from 'assay-verify/subject-id'
import type { Status } from 'assay-verify/verdict'
import { Fragment } from 'react'
import type { ArgumentNote } from '@/lib/core/json-schema/argument-notes'
import { Card } from '../card'
import { shortDate } from '../charts/month-axis'
import { StatusIcon, statusWord } from '../status'
import { UntrustedText } from '../untrusted-text'

/** A tool in the list of its server. */
export interface ToolItem {
  toolId: string
  name: string
  /** The beginning of what it says of itself; empty: nothing, or it is too far down the list. */
  description: string
  /** A dozen at most, the required ones first. */
  arguments: readonly ArgumentNote[]
  status: Status
  /** What it declares of itself; null: nothing. */
  readOnly: boolean | null
  destructive: boolean | null
  removedAt: string | null
  /** That it is removed, in a sentence; null: it is not. */
  fault: string | null
  /** The open change of its own contract; null: none is. */
  change: { class: 'safety' | 'breaking'; at: string; text: string } | null
}

const SHOWN_AT_ONCE = 8
const ASK_FIRST = ' Ask the user first. If you want tools that only read, avoid it.'

interface ToolsCardProps {
  tools: readonly ToolItem[]
  /** Of the server: a tool names its own only where it differs. */
  status: Status
  /** The list ends here, and there are more. */
  isCut: boolean
  /** Its list was read: an empty one has no tools. */
  isRead: boolean
  /** A text of the server is unsafe, which counts for each of its tools. */
  isUnsafe: boolean
}

/**
 * The tools of a server with their texts and arguments; all but the first are folded, and of an unsafe server none of
 * its texts is repeated.
 */
export function ToolsCard({ tools, isCut, isRead, ...shared }: ToolsCardProps) {
  const offered = tools.filter(({ removedAt }) => removedAt === null)
  // Those that changed come first.
  const shown = [...offered.filter(({ change }) => change !== null), ...offered.filter(({ change }) => change === null)]
  const removed = tools.filter(({ removedAt }) => removedAt !== null)
  const more = shown.slice(SHOWN_AT_ONCE)
  return (
    <Card id="tools" title="Tools" note={isCut ? `the first ${offered.length}` : offered.length}>
      {tools.length === 0 && (
        <p className="text-soft text-sm">{isRead ? 'It offers no tools.' : 'Its list of tools was not read yet.'}</p>
      )}
      <List tools={shown.slice(0, SHOWN_AT_ONCE)} {...shared} />
      {more.length > 0 && (
        <Folded summary={`${more.length} more ${more.length === 1 ? 'tool' : 'tools'}`} tools={more} {...shared} />
      )}
      {removed.length > 0 && <Folded summary={`${removed.length} removed`} tools={removed} {...shared} />}
      {shared.isUnsafe && offered.length > 0 && (
        <p className="mt-3 text-soft text-xs">The text belongs to the server, so it counts for each of them.</p>
      )}
    </Card>
  )
}

type ListProps = Pick<ToolsCardProps, 'tools' | 'status' | 'isUnsafe'>

function Folded({ summary, ...list }: ListProps & { summary: string }) {
  return (
    <details className="mt-4">
      <summary className="text-soft text-sm">{summary}</summary>
      <div className="mt-4">
        <List {...list} />
      </div>
    </details>
  )
}

function List({ tools, status, isUnsafe }: ListProps) {
  if (tools.length === 0) return null
  return (
    <ul className="-my-3 divide-y divide-rule">
      {tools.map((tool) => (
        <li key={tool.toolId} className="py-3">
          <div className="flex items-baseline justify-between gap-x-3">
            <a href={`/tool/${idToPath(tool.toolId)}`} className="quiet-link line-clamp-2 min-w-0 font-mono text-sm">
              <UntrustedText text={tool.name} />
            </a>
            <Marks tool={tool} status={status} isUnsafe={isUnsafe} />
          </div>
          {!isUnsafe && tool.removedAt === null && <Texts tool={tool} />}
          {tool.fault !== null && <p className="untrusted mt-0.5 text-degraded text-xs">{tool.fault}</p>}
          {tool.change !== null && (
            <p className="untrusted mt-0.5 text-degraded text-xs">
              {`Since ${shortDate(tool.change.at)}: ${tool.change.text}${tool.change.class === 'safety' ? ASK_FIRST : ''}`}
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

function Texts({ tool: { description, arguments: all } }: { tool: ToolItem }) {
  return (
    <>
      {description !== '' && (
        <p dir="auto" className="untrusted mt-0.5 line-clamp-2 text-pretty text-sm">
          {description}
        </p>
      )}
      <Arguments word="needs" all={all.filter(({ isRequired }) => isRequired)} />
      <Arguments word="may have" all={all.filter(({ isRequired }) => !isRequired)} />
    </>
  )
}

function Arguments({ word, all }: { word: string; all: readonly ArgumentNote[] }) {
  if (all.length === 0) return null
  return (
    <p className="untrusted mt-1 grid grid-cols-[5rem_minmax(0,1fr)] text-xs leading-5">
      <span className="text-soft">{word}</span>
      <span>
        {all.map(({ name, note }, at) => (
          <Fragment key={name}>
            {at > 0 && ', '}
            <UntrustedText text={name} className="font-mono" />
            {note !== '' && <span className="text-soft"> {note}</span>}
          </Fragment>
        ))}
      </span>
    </p>
  )
}

function Marks({ tool, status, isUnsafe }: { tool: ToolItem; status: Status; isUnsafe: boolean }) {
  const kind = kindOf(tool)
  if (isUnsafe && tool.removedAt === null)
    return (
      <span className="flex items-center gap-1.5 whitespace-nowrap text-down text-xs">
        <StatusIcon status="unsafe" className="size-3" />
        unsafe
      </span>
    )
  if (tool.change !== null)
    return (
      <span className="flex items-center gap-1.5 whitespace-nowrap text-degraded text-xs">
        <StatusIcon status="degraded" className="size-3" />
        {kind ?? 'changed'}
      </span>
    )
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
