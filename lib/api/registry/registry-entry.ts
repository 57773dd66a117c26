import { type EvidenceReference, OFFICIAL_META, RATING_META, type RegistryEntry } from '../../contract/shapes/registry'
import { ATTESTATION_TYPE } from '../../core/attestation'
import { idToPath } from '../../core/catalog/subject-id'
import { DAY_MS } from '../../core/duration'
import { driftLevel, meetsPolicy, type RegistryPolicy } from '../../core/registry/policy'
import { listedVersion, serverJsonOf } from '../../core/registry/server-json'
import { toolFactsOf } from '../../core/score/tool-facts'
import { type Assessment, assess } from '../../core/verdict/assessment'
import type { RegistryServer } from '../../store/registry/registry-servers'
import type { Context } from '../context'

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
export function driftSince({ now, registry }: Pick<Context, 'now' | 'registry'>): Date {
  return new Date(now.getTime() - registry.driftDays * DAY_MS)
}

export function rate(
  server: RegistryServer,
  policy: RegistryPolicy | null,
  { now }: Pick<Context, 'now'>,
): RatedServer {
  const { serverState, declaredAccess, facts, removedAt, grade } = server
  const assessment = assess(serverState, declaredAccess, toolFactsOf({ kind: 'server', facts, removedAt }), now)
  const drift = driftLevel(server.worstDrift, server.isListed)
  const looked = { grade, drift, access: assessment.axes.access, asOf: assessment.asOf }
  const isOutside = policy !== null && !meetsPolicy(looked, policy, now)
  const absence = server.status === 'deleted' ? DELETED : isOutside ? OUTSIDE : null
  return { server, assessment, isPresent: absence === null, absence }
}

/** An entry of the registry, at the listed version or another one. */
export function entryOf(
  { server, assessment, absence }: RatedServer,
  context: Context,
  version?: string,
): RegistryEntry {
  const latest = listedVersion(server)
  const { driftDays } = context.registry
  return {
    server: serverJsonOf(server, version ?? latest),
    _meta: {
      [OFFICIAL_META]: {
        status: absence === null ? server.status : 'deleted',
        ...(absence === null ? {} : { statusMessage: absence }),
        publishedAt: server.firstSeenAt.toISOString(),
        updatedAt: server.updatedAt.toISOString(),
        isLatest: (version ?? latest) === latest,
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
        evidence: evidenceOf(server.id, context.baseUrl),
      },
    },
  }
}

/** Where the rating of a server can be checked. */
function evidenceOf(id: string, baseUrl: string): EvidenceReference[] {
  const path = idToPath(id)
  return [
    { type: 'attestation', ref: `${baseUrl}/v1/score/${path}`, schema: ATTESTATION_TYPE },
    { type: 'key-set', ref: `${baseUrl}/.well-known/jwks.json`, schema: 'RFC 7517' },
    { type: 'proof-page', ref: `${baseUrl}/proof/${path}` },
  ]
}
