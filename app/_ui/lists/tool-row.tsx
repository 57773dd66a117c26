import type { Grade } from 'assay-verify/score/grade'
import { idToPath, publisherAndServer } from 'assay-verify/subject-id'
import type { Access, Status } from 'assay-verify/verdict'
import type { ReactNode } from 'react'
import type { StripDay } from '@/lib/core/history/day-strip'
import { DayStrip } from '../charts/day-strip'
import { formatCount, formatScore } from '../format'
import { ByPublisher, type ShownPublisher } from '../publisher'
import { type ShownReasons, StatusBadge, signOf } from '../status'
import { UntrustedText } from '../untrusted-text'

/** A tool or a server in a list, as far as the list knows it. */
export interface ListedTool {
  /** Place in the list; null: it has none, as it is not rated or unsafe; left out where the list has no places. */
  rank?: number | null
  toolId: string
  kind: 'tool' | 'server'
  name: string
  serverId: string
  serverTitle: string
  /** Of its product; null or left out: not resolved yet. */
  publisher?: ShownPublisher | null
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
  /** Where it is listed, in lists that compare publishers. */
  registry?: string
  /** Whether a client can add it: its row then leads there. */
  isInstallable?: boolean
}

const STRIP_DAYS_SHOWN = 30

/** The page of a subject of a list. */
export function pageOf({ kind, toolId }: Pick<ListedTool, 'kind' | 'toolId'>): string {
  return `/${kind}/${idToPath(toolId)}`
}

/** Name, server, official mark and description of a tool: one line, or where publishers are compared all of it. */
export function ToolName({ row }: { row: ListedTool }) {
  const { name, serverId, serverTitle, official, description = '', publisher, registry } = row
  const server = <UntrustedText text={registry === undefined ? publisherAndServer(serverId) : serverTitle} />
  return (
    <>
      <a href={pageOf(row)} className="quiet-link clamp-2 font-semibold">
        <UntrustedText text={name} />
      </a>
      <div className="clamp-2 text-soft text-xs leading-6">
        {row.kind === 'server' ? (
          registry === undefined && server
        ) : (
          <a href={`/server/${idToPath(serverId)}`} className="quiet-link inline-block">
            {server}
          </a>
        )}
        {registry !== undefined && (
          <>
            {row.kind === 'tool' && ' '}
            <Publisher publisher={publisher ?? null} /> · {registry}
          </>
        )}
        {official && <OfficialMark />}
      </div>
      {description !== '' && (
        <div dir="auto" className={`untrusted mt-0.5 text-sm ${registry === undefined ? 'clamp-1' : 'text-pretty'}`}>
          {description}
        </div>
      )}
    </>
  )
}

/** Name and publisher of the product that a row stands for, and how many of its tools the list has. */
export function ProductName({ row, children }: { row: ListedTool; children?: ReactNode }) {
  const { serverId, serverTitle, publisher, official } = row
  const name = publisher?.name ?? null
  return (
    <>
      <a href={`/server/${idToPath(serverId)}`} className="quiet-link clamp-2 font-semibold">
        <UntrustedText text={serverTitle} />
      </a>
      <div className="text-soft text-xs leading-6">
        {name === null ? (
          <>
            <UntrustedText text={publisherAndServer(serverId)} />
            {official && <OfficialMark />}
          </>
        ) : (
          <ByPublisher name={name} state={publisher?.state ?? 'unknown'} />
        )}{' '}
        {children}
      </div>
    </>
  )
}

/** Who publishes it, also where that is not known. */
export function Publisher({ publisher }: Pick<ListedTool, 'publisher'>) {
  const name = publisher?.name ?? null
  return name === null ? 'publisher unknown' : <ByPublisher name={name} state={publisher?.state ?? 'unknown'} />
}

function OfficialMark() {
  return <span title="Its publisher is known to own the domain it answers at."> · official</span>
}

/** · 3 tools here */
export function toolsHere(tools: number): string {
  return `·\u00a0${formatCount(tools)}\u00a0${tools === 1 ? 'tool' : 'tools'}\u00a0here`
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
  if (signOf(status, reasons) === 'unsafe') return <span className="whitespace-nowrap text-soft text-xs">No rank</span>
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
