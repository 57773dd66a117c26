import type { Grade } from 'assay-verify/score/grade'
import { idToPath, publisherAndServer } from 'assay-verify/subject-id'
import type { Access, Status } from 'assay-verify/verdict'
import type { Publisher } from '@/lib/core/catalog/publisher'
import type { StripDay } from '@/lib/core/history/day-strip'
import { DayStrip } from '../charts/day-strip'
import { formatCount, formatScore } from '../format'
import { ByPublisher } from '../publisher'
import { type ShownReasons, StatusBadge, signOf } from '../status'
import { UntrustedText } from '../untrusted-text'

/** A tool or a server in a list, as far as the list knows it. */
export interface ListedTool {
  /** Place in the list; null: it has none, as its texts are unsafe; left out where the list has no places. */
  rank?: number | null
  toolId: string
  kind: 'tool' | 'server'
  name: string
  serverId: string
  serverTitle: string
  status: Status
  access: Access
  /** Of its state, the decisive one first. */
  reasons?: ShownReasons
  score: number
  grade: Grade
  /** Empty or left out: none is shown. */
  description?: string
  official: boolean
  latency: { medianMs: number; p95Ms: number } | null
  /** Path of its alternatives page; left out: no link. */
  alternatives?: string
  /** Who publishes its product and where it is listed, in lists that compare publishers. */
  publisher?: Publisher | null
  registry?: string
  /** Whether a client can add it: its row then leads there. */
  isInstallable?: boolean
}

const STRIP_DAYS_SHOWN = 30

/** The page of a subject of a list. */
export function pageOf({ kind, toolId }: Pick<ListedTool, 'kind' | 'toolId'>): string {
  return `/${kind}/${idToPath(toolId)}`
}

/**
 * Name, server, official mark and one line of description. `asServer`: the row stands for its server, and has its name
 * alone.
 */
export function ToolName({
  row,
  tools,
  asServer = false,
}: {
  row: ListedTool
  tools?: number | undefined
  asServer?: boolean
}) {
  const { name, serverId, serverTitle, official, description = '', publisher, registry } = row
  const server = <UntrustedText text={registry === undefined ? publisherAndServer(serverId) : serverTitle} />
  return (
    <>
      <a href={asServer ? `/server/${idToPath(serverId)}` : pageOf(row)} className="quiet-link clamp-2 font-semibold">
        <UntrustedText text={asServer ? serverTitle : name} />
      </a>
      <div className="clamp-2 text-soft text-xs leading-6">
        {asServer || row.kind === 'server' ? (
          registry === undefined && server
        ) : (
          <a href={`/server/${idToPath(serverId)}`} className="quiet-link inline-block">
            {server}
          </a>
        )}
        {tools !== undefined && ` · ${formatCount(tools)}\u00a0${tools === 1 ? 'tool' : 'tools'}\u00a0here`}
        {publisher && (
          <>
            {row.kind === 'tool' && ' '}
            <ByPublisher {...publisher} />
          </>
        )}
        {registry !== undefined && ` · ${registry}`}
        {official && <span title="Its publisher is known to own the domain it answers at."> · official</span>}
      </div>
      {!asServer && description !== '' && (
        <div dir="auto" className={`untrusted mt-0.5 text-sm ${registry === undefined ? 'clamp-1' : 'text-pretty'}`}>
          {description}
        </div>
      )}
    </>
  )
}

/** The state in words, with its icon. */
export function ToolStatus({ status, access, reasons }: Pick<ListedTool, 'status' | 'access' | 'reasons'>) {
  return <StatusBadge status={status} access={access} {...(reasons && { reasons })} className="align-middle text-sm" />
}

/** A bar for each of the last thirty days. */
export function ToolStrip({ days }: { days: readonly StripDay[] | undefined }) {
  return <DayStrip days={days} shown={STRIP_DAYS_SHOWN} className="tool-strip" />
}

/** Median and 95th percentile. */
export function ToolLatency({ latency }: Pick<ListedTool, 'latency'>) {
  if (latency === null) return <span className="text-soft">–</span>
  return (
    <span
      className="whitespace-nowrap"
      title="Half of the answers took no longer than the first figure, 95 % no longer than the second."
    >
      {formatMs(latency.medianMs)} <span className="p95 text-soft">/ {formatMs(latency.p95Ms)}</span>
    </span>
  )
}

/**
 * Grade, and the score where `withScore` is set; a number only where it rests on evidence, and none beside “Unsafe”.
 */
export function ToolGrade({
  grade,
  score,
  status,
  reasons,
  withScore = false,
}: Pick<ListedTool, 'grade' | 'score' | 'status' | 'reasons'> & { withScore?: boolean }) {
  if (signOf(status, reasons) === 'unsafe') return <span className="text-soft">–</span>
  if (grade === 'unrated') return <span className="not-rated whitespace-nowrap text-soft text-xs">Not rated yet</span>
  return (
    <span className="whitespace-nowrap">
      <span className="font-semibold">{grade}</span>
      {withScore && <span className="text-soft text-sm"> {formatScore(score)}</span>}
    </span>
  )
}

const ACCESS_WORDS: Readonly<Record<Access, string>> = {
  open: 'Open',
  auth: 'Sign-in',
  paid: 'Paid',
  unknown: 'Not known',
}

/** What it asks of its callers, in a word. */
export function accessWord(access: Access): string {
  return ACCESS_WORDS[access]
}

/** 210 ms, 1.2 s */
export function formatMs(ms: number): string {
  return ms < 1000 ? `${formatCount(Math.round(ms))}\u00a0ms` : `${formatCount(Math.round(ms / 100) / 10)}\u00a0s`
}
