import type { Transport } from 'assay-verify/target-kind'
import type { HistoryAnswer } from '@/lib/contract/history'
import type { Health } from '@/lib/contract/shapes/health'
import type { ScoreAnswer } from '@/lib/contract/shapes/score'
import type { ClientSetup } from '@/lib/core/catalog/client-setups'
import type { Licence } from '@/lib/core/catalog/license'
import type { PackageVariable } from '@/lib/core/catalog/package-inputs'
import type { Publisher } from '@/lib/core/catalog/publisher'
import type { ServerEvent } from '@/lib/core/history/server-event'
import { mayBeReplaced, type Replacement } from '../words/replacement'
import { type ShownChange, statusSummaryOf } from '../words/status-summary'
import type { CheckNowFacts } from './check-now'
import type { ApiCall, DenyRule } from './install-card'
import type { ToolItem } from './tools-card'
import type { UnsafeFacts } from './unsafe-cards'

/** An address or a package by which it is reached; null: not known. */
export interface Way {
  kind: 'address' | 'package'
  where: string
  name: string
  version: string | null
  releasedAt: string | null
}

/** An environment variable or a header that it reads. */
export interface ServerInput extends PackageVariable {
  place: 'environment' | 'header'
}

/** Another listing of the same package, image or address. */
export interface OtherListing {
  id: string
  registry: string
  title: string
  shares: 'repository' | 'npm' | 'pypi' | 'oci' | 'endpoint'
}

/** What catalogs and package indexes say of a server, whether it was ever checked or not. */
export interface CatalogFacts {
  publisher: Publisher
  licence: Licence | null
  release: { version: string | null; at: string | null }
  ways: readonly Way[]
  /** The required ones first. */
  inputs: readonly ServerInput[]
  listings: readonly OtherListing[]
}

/** All that the page of a server shows. */
export interface ServerFacts {
  entry: {
    serverId: string
    serverTitle: string
    description: string
    registry: string
    repository: string | null
    isDeleted: boolean
    /** When it listed its tools itself for the last time; null: never. */
    listedAt: string | null
    declaredAuth: 'apiKey' | 'oauth' | null
  }
  catalog: CatalogFacts
  transport: Transport | null
  category: { slug: string; name: string } | null
  health: Health
  rating: ScoreAnswer
  signedAt: string
  history: Pick<HistoryAnswer, 'days' | 'latency' | 'outages'>
  latency: { medianMs: number | null; p95Ms: number | null; lastMs: number | null }
  listedSince: string | null
  checks: number
  /** When its first check comes; null or left out: it was checked, or cannot be. */
  checkNow?: CheckNowFacts | null
  events: readonly ServerEvent[]
  tools: readonly ToolItem[]
  toolsAreCut: boolean
  alternatives: Replacement
  setups: readonly ClientSetup[] | null
  /** How it is called where it is an API that is not MCP; null: it is none. */
  api: ApiCall | null
  /** What leaves out its changed tool in a client; null: none is to be left out. */
  deny: DenyRule | null
  /** The worst that is open of it; null: nothing. */
  change: ShownChange | null
  /** null: none of its texts is unsafe. */
  unsafe: UnsafeFacts | null
  /** The product that it is a listing of; null or left out: not resolved yet. */
  product?: { productId: string; name: string; entries: number } | null
}

/**
 * Whether there is a course of it to draw: it was checked at an address or in a sandbox. Of a package whose index was
 * read alone there is none.
 */
export function isWatched({ status, uptime }: Pick<Health, 'status' | 'uptime'>): boolean {
  return status !== 'unknown' || uptime.since !== null
}

type SummaryFacts = Pick<ServerFacts, 'health' | 'change' | 'alternatives' | 'latency'> & {
  entry: Pick<ServerFacts['entry'], 'isDeleted'>
}

/** What the page of a server says first. */
export function serverStatusSummary({ health, change, entry, latency, alternatives }: SummaryFacts) {
  return statusSummaryOf({
    health,
    change,
    isRemoved: false,
    isDeleted: entry.isDeleted,
    latencyMs: latency.lastMs,
    hasAlternatives: mayBeReplaced(alternatives),
  })
}

/** What answers and is to be avoided all the same is unsafe or has no tools: nothing invites to connect it. */
export function canBeUsed({ unsafe, health }: Pick<ServerFacts, 'unsafe' | 'health'>): boolean {
  return unsafe === null && (health.status === 'down' || health.recommendation !== 'avoid')
}

/** The tools that it offers now. */
export function offeredTools({ tools }: Pick<ServerFacts, 'tools'>): number {
  return tools.filter(({ removedAt }) => removedAt === null).length
}

/** The path of the feed of what breaks of it. */
export function feedOf(serverId: string): string {
  return `/v1/breakages.rss?server=${encodeURIComponent(serverId)}`
}
