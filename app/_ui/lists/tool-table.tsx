import { idToPath } from 'assay-verify/subject-id'
import type { ReactNode } from 'react'
import type { ListingRow } from '@/lib/contract/shapes/categories'
import type { StripDay } from '@/lib/core/history/day-strip'
import { type ShownReasons, signOf } from '../status'
import { UntrustedText } from '../untrusted-text'
import {
  accessWord,
  type ListedTool,
  ProductName,
  pageOf,
  ToolGrade,
  ToolLatency,
  ToolName,
  ToolStatus,
  ToolStrip,
  toolsHere,
} from './tool-row'

/** The last days of servers, by id. */
type DaysByServer = ReadonlyMap<string, readonly StripDay[]>

type TableRow = ListedTool & Pick<ListingRow, 'folded'>

interface ToolTableProps {
  caption: string
  rows: readonly TableRow[]
  days: DaysByServer
  /** `products`: rows stand for their products. `short`: the same, without access and alternatives. */
  form?: 'whole' | 'products' | 'short'
}

/** The one table of tools: rankings, search results, cards. On a phone each row becomes two lines. */
export function ToolTable({ caption, rows, days, form = 'whole' }: ToolTableProps) {
  const isWhole = form !== 'short'
  const isRanked = rows.some(({ rank }) => rank !== undefined)
  return (
    <table
      className={`tool-table ${isWhole ? 'tool-table-whole' : 'tool-table-short'} ${isRanked ? '' : 'tool-table-unranked'}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className={isWhole ? undefined : 'sr-only'}>
        <tr>
          {isRanked && <th scope="col">Rank</th>}
          <th scope="col">{form === 'whole' ? 'Tool' : 'Product'}</th>
          <th scope="col">State</th>
          <th scope="col">Last 30 days</th>
          <th scope="col">Median / 95 %</th>
          {isWhole && <th scope="col">Access</th>}
          <th scope="col">Grade</th>
          {isWhole && <th scope="col">{rows.some(canInstall) ? 'Next' : 'If it fails'}</th>}
        </tr>
      </thead>
      {rows.map((row) => (
        <tbody key={row.toolId}>
          <ToolTableRow row={row} days={days} form={form} isRanked={isRanked} />
        </tbody>
      ))}
    </table>
  )
}

interface ToolTableRowProps {
  row: TableRow
  days: DaysByServer
  form: NonNullable<ToolTableProps['form']>
  isRanked: boolean
}

function ToolTableRow({ row, days, form, isRanked }: ToolTableRowProps) {
  const isWhole = form !== 'short'
  return (
    <tr className={signOf(row.status, row.reasons) === 'unsafe' ? 'unsafe-row' : undefined}>
      {isRanked && (
        <td className="rank">
          {row.rank ?? (
            <>
              <span aria-hidden="true">–</span>
              <span className="sr-only">no rank</span>
            </>
          )}
        </td>
      )}
      <th scope="row">
        {form === 'whole' ? <ToolName row={row} /> : <ProductName row={row}>{toolsOf(row, form)}</ProductName>}
      </th>
      <td className="state">
        <ToolStatus {...row} />
      </td>
      <td className="strip">
        <ToolStrip days={days.get(row.serverId)} />
      </td>
      <td className="latency">
        <ToolLatency latency={row.latency} />
      </td>
      {isWhole && <td className="access">{accessWord(row.access)}</td>}
      <td className="grade">
        <ToolGrade {...row} withScore={isWhole} />
      </td>
      {isWhole && (
        <td className="instead">
          {canInstall(row) && (
            <a href={`/server/${idToPath(row.serverId)}#install`} aria-label={`Install ${row.serverTitle}`}>
              install
            </a>
          )}
          {row.alternatives !== undefined && (
            <a href={row.alternatives} aria-label={`Alternatives to ${form === 'whole' ? row.name : row.serverTitle}`}>
              alternatives
            </a>
          )}
        </td>
      )}
    </tr>
  )
}

/** What works, or may: in place of the rest stand alternatives. */
function canInstall({ isInstallable, alternatives, status, reasons }: TableRow): boolean {
  return isInstallable === true && alternatives === undefined && signOf(status, reasons) !== 'unsafe'
}

type Folded = NonNullable<ListingRow['folded']>['first'][number]

const FAULT_BY_ADVICE: Partial<Record<Folded['recommendation'], string>> = {
  avoid: 'unsafe_text',
  proceed_with_caution: 'breaking_change',
}

/** A folded tool has no reasons: what works and is not simply to be used has a fault of its own. */
function faultOf({ status, recommendation }: Folded): { reasons?: ShownReasons } {
  const code = status === 'healthy' ? FAULT_BY_ADVICE[recommendation] : undefined
  return code === undefined ? {} : { reasons: [{ code }] }
}

/** How many tools of a product the list has; in the long form they unfold. */
function toolsOf(row: TableRow, form: ToolTableProps['form']): ReactNode {
  if (row.folded === undefined || row.kind === 'server') return undefined
  const { tools, first } = row.folded
  if (form === 'short') return toolsHere(tools + 1)
  return (
    <details className="tools-here">
      <summary>{toolsHere(tools + 1)}</summary>
      <ul>
        <FoldedTool tool={row} row={row} fault={row} />
        {first.map((tool) => (
          <FoldedTool key={tool.toolId} tool={tool} row={row} fault={faultOf(tool)} />
        ))}
        {tools > first.length && (
          <li>
            <a href={`/server/${idToPath(row.serverId)}`}>
              All tools of <UntrustedText text={row.serverTitle} />
            </a>
          </li>
        )}
      </ul>
    </details>
  )
}

interface FoldedToolProps {
  tool: Pick<Folded, 'toolId' | 'name' | 'status' | 'score' | 'grade'>
  row: TableRow
  fault: { reasons?: ShownReasons }
}

function FoldedTool({ tool, row, fault: { reasons } }: FoldedToolProps) {
  const shown = reasons === undefined ? {} : { reasons }
  return (
    <li>
      <a href={pageOf({ kind: 'tool', toolId: tool.toolId })} className="quiet-link min-w-0">
        <UntrustedText text={tool.name} />
      </a>
      <ToolStatus status={tool.status} access={row.access} {...shown} />
      <ToolGrade {...tool} {...shown} withScore />
    </li>
  )
}
