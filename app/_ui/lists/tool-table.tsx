import { idToPath, publisherAndServer } from 'assay-verify/subject-id'
import type { ListingRow } from '@/lib/contract/shapes/categories'
import type { StripDay } from '@/lib/core/history/day-strip'
import { formatCount } from '../format'
import { type ShownReasons, signOf } from '../status'
import { UntrustedText } from '../untrusted-text'
import {
  accessWord,
  type ListedTool,
  pageOf,
  ToolGrade,
  ToolLatency,
  ToolName,
  ToolStatus,
  ToolStrip,
} from './tool-row'

/** The last days of servers, by id. */
type DaysByServer = ReadonlyMap<string, readonly StripDay[]>

type TableRow = ListedTool & Pick<ListingRow, 'folded'>

interface ToolTableProps {
  caption: string
  rows: readonly TableRow[]
  days: DaysByServer
  /** `short`: rows stand for their servers; without description, access and alternatives. */
  form?: 'whole' | 'short'
}

/** The one table of tools: rankings, search results, cards. On a phone each row becomes two lines. */
export function ToolTable({ caption, rows, days, form = 'whole' }: ToolTableProps) {
  const isWhole = form === 'whole'
  const isRanked = rows.some(({ rank }) => rank !== undefined)
  return (
    <table
      className={`tool-table ${isWhole ? 'tool-table-whole' : 'tool-table-short'} ${isRanked ? '' : 'tool-table-unranked'}`}
    >
      <caption className="sr-only">{caption}</caption>
      <thead className={isWhole ? undefined : 'sr-only'}>
        <tr>
          {isRanked && <th scope="col">Rank</th>}
          <th scope="col">{isWhole ? 'Tool' : 'Server'}</th>
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
          <ToolTableRow row={row} days={days} isWhole={isWhole} isRanked={isRanked} />
          {isWhole && row.folded !== undefined && row.folded.tools > 0 && (
            <tr className="folded">
              <td colSpan={isRanked ? 8 : 7}>
                <FoldedTools row={row} folded={row.folded} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  )
}

interface ToolTableRowProps {
  row: TableRow
  days: DaysByServer
  isWhole: boolean
  isRanked: boolean
}

function ToolTableRow({ row, days, isWhole, isRanked }: ToolTableRowProps) {
  const tools = isWhole || row.folded === undefined || row.kind === 'server' ? undefined : row.folded.tools + 1
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
        <ToolName row={row} asServer={!isWhole} tools={tools} />
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
            <a href={row.alternatives} aria-label={`Alternatives to ${row.name}`}>
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

/** The other tools of a row's server, collapsed. */
function FoldedTools({ row, folded: { tools, first } }: { row: TableRow; folded: NonNullable<ListingRow['folded']> }) {
  return (
    <details>
      <summary>
        and {formatCount(tools)} more {tools === 1 ? 'tool' : 'tools'} of this server
      </summary>
      <ul>
        {first.map((tool) => (
          <li key={tool.toolId}>
            <a href={pageOf({ kind: 'tool', toolId: tool.toolId })} className="quiet-link min-w-0">
              <UntrustedText text={tool.name} />
            </a>
            <ToolStatus status={tool.status} access={row.access} {...faultOf(tool)} />
            <ToolGrade {...tool} {...faultOf(tool)} withScore />
          </li>
        ))}
        {tools > first.length && (
          <li>
            <a href={`/server/${idToPath(row.serverId)}`}>
              All tools of <UntrustedText text={publisherAndServer(row.serverId)} />
            </a>
          </li>
        )}
      </ul>
    </details>
  )
}
