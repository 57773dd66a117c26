import { ATTESTATION_TYPE } from 'assay-verify/attestation-check'
import { DAY_MS } from 'assay-verify/duration'
import { toolFactsOf } from 'assay-verify/score/tool-facts'
import { idToPath } from 'assay-verify/subject-id'
import { type Assessment, assess } from '../core/verdict/assessment'
import { listPublishedLeaves, type PublishedLeaf } from '../store/outbox/published-leaves'
import type { RegistryContext } from './context'
import { type EvidenceReference, OFFICIAL_META, RATING_META, type RegistryEntry } from './contract/registry'
import { driftLevel, meetsPolicy, type RegistryPolicy } from './rules/policy'
import { listedVersion, serverJsonOf } from './rules/server-json'
import type { RegistryServer } from './sql/registry-servers'

/** A server of the registry as assessed for one request. */
export interface RatedServer {
  server: RegistryServer
  assessment: Assessment
  /** Whether it is there: not deleted, and within the policy. */
  isPresent: boolean
  /** Why not; null: it is. */
  absence: string | null
}

const DELETED = 'Its source removed it, or what is known of it is nothing that an MCP client can call.'
const OUTSIDE = 'It does not meet the policy of this registry.'

/** Before this moment a change is no drift. */
export function driftSince({ now, registry }: Pick<RegistryContext, 'now' | 'registry'>): Date {
  return new Date(now.getTime() - registry.driftDays * DAY_MS)
}

export function rate(
  server: RegistryServer,
  policy: RegistryPolicy | null,
  { now }: Pick<RegistryContext, 'now'>,
): RatedServer {
  const { serverState, declaredAccess, facts, removedAt, grade } = server
  const assessment = assess(serverState, declaredAccess, toolFactsOf({ kind: 'server', facts, removedAt }), now)
  const drift = driftLevel(server.worstDrift, server.isListed)
  const { axes, verdict, recommendation, asOf } = assessment
  const looked = { grade, drift, access: axes.access, verdict, recommendation, asOf }
  const isOutside = policy !== null && !meetsPolicy(looked, policy, now)
  const absence = server.status === 'deleted' ? DELETED : isOutside ? OUTSIDE : null
  return { server, assessment, isPresent: absence === null, absence }
}

/**
 * The entries of these servers, each at its listed version, with its newest leaf of the log where this service keeps
 * one.
 */
export async function registryEntriesOf(
  rated: readonly RatedServer[],
  context: RegistryContext,
): Promise<RegistryEntry[]> {
  const leaves =
    context.tlog == null
      ? new Map<string, PublishedLeaf>()
      : await listPublishedLeaves(
          context.reads.db,
          rated.map(({ server }) => ({ subject: server.id })),
        )
  return rated.map((one) => registryEntryOf(one, leaves.get(one.server.id), context))
}

/** The same entry at another version. */
export function atVersion(entry: RegistryEntry, { server }: RatedServer, version: string): RegistryEntry {
  const { [OFFICIAL_META]: official, [RATING_META]: rating } = entry._meta
  const isLatest = version === listedVersion(server)
  return {
    server: serverJsonOf(server, version),
    _meta: { [OFFICIAL_META]: { ...official, isLatest }, [RATING_META]: rating },
  }
}

function registryEntryOf(
  { server, assessment, absence }: RatedServer,
  leaf: PublishedLeaf | undefined,
  context: RegistryContext,
): RegistryEntry {
  const { driftDays } = context.registry
  return {
    server: serverJsonOf(server),
    _meta: {
      [OFFICIAL_META]: {
        status: absence === null ? server.status : 'deleted',
        ...(absence === null ? {} : { statusMessage: absence }),
        publishedAt: server.firstSeenAt.toISOString(),
        updatedAt: server.updatedAt.toISOString(),
        isLatest: true,
      },
      [RATING_META]: {
        serverId: server.id,
        verdict: assessment.verdict,
        recommendation: assessment.recommendation,
        score: server.score,
        grade: server.grade,
        access: assessment.axes.access,
        uptime: server.uptime,
        drift: { level: driftLevel(server.worstDrift, server.isListed), days: driftDays },
        asOf: assessment.asOf?.toISOString() ?? null,
        staleAfter: assessment.staleAfter?.toISOString() ?? null,
        evidence: evidenceOf(server.id, leaf, context.baseUrl),
      },
    },
  }
}

/** Where the rating of a server can be checked. */
function evidenceOf(id: string, leaf: PublishedLeaf | undefined, baseUrl: string): EvidenceReference[] {
  const path = idToPath(id)
  return [
    { type: 'attestation', ref: `${baseUrl}/v1/score/${path}`, schema: ATTESTATION_TYPE },
    { type: 'key-set', ref: `${baseUrl}/.well-known/jwks.json`, schema: 'RFC 7517' },
    { type: 'proof-page', ref: `${baseUrl}/proof/${path}` },
    ...(leaf === undefined ? [] : [leafReference(leaf, baseUrl)]),
  ]
}

function leafReference({ index, hash }: PublishedLeaf, baseUrl: string): EvidenceReference {
  const ref = `${baseUrl}/v1/log/proof?leaf=${index}`
  return { type: 'log-leaf', ref, schema: 'RFC 6962 leaf', digest: `sha256:${hash}`, canonicalization: 'RFC 8785' }
}
