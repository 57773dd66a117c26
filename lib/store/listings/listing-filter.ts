import type { Transport } from 'assay-verify/target-kind'
import type { Access, Status } from 'assay-verify/verdict'
import { type SQL, sql } from 'drizzle-orm'
import { FIXTURE_REGISTRIES } from '../../core/catalog/fixtures'
import { isOfficial, REGISTRIES_WITH_OFFICIAL } from '../../core/catalog/official'
import { servers, subjects, tools } from '../catalog/catalog-schema'
import type { Database } from '../database'
import { serverStates } from '../evidence/evidence-schema'

/** What a listing is narrowed to; a member that is left out narrows nothing. */
export interface ListingFilter {
  /** One of these as status or as verdict; what is unsafe is not `healthy` here. */
  status?: ReadonlySet<Status> | undefined
  access?: ReadonlySet<Access> | undefined
  transport?: ReadonlySet<Transport> | undefined
  /** Only what declares that it changes nothing. */
  readOnly?: boolean
  /** Only subjects of these servers. */
  serverKeys?: readonly number[]
  /** Only products whose publisher is verified. */
  verified?: boolean
  /** true: only what is rated or unsafe (`IS_PLACED`); false: only the rest. */
  placed?: boolean
  /** Without the fixtures of benchmarks, which are on no page. */
  forPages?: boolean
}

/** Access as it was observed, else as it is declared. */
const ACCESS = sql`coalesce(${serverStates.serverState} ->> 'access', ${servers.declaredAccess}::text)`
/**
 * Subjects of the servers for which a condition on their state holds: states are read once for each server, not for
 * each of its tools.
 */
const ofServersWhere = (condition: SQL) => sql`${subjects.serverKey} IN (SELECT ${servers.key} FROM ${servers}
  LEFT JOIN ${serverStates} ON ${serverStates.serverKey} = ${servers.key} WHERE ${condition})`
/** `listingStatus` of core in SQL, as of the last probe. */
const IS_AUTH = sql`(${subjects.verdict} = 'unknown' AND ${ofServersWhere(
  sql`${serverStates.serverState} ->> 'liveness' = 'up' AND ${ACCESS} IN ('auth', 'paid')`,
)})`

/**
 * Whether anything was observed of a subject, which is what a rank rests on: a grade, a verdict, or that it asks for
 * sign-in. Over `subjects` and `servers`.
 */
export const IS_RATED = sql`(${subjects.grade} <> 'unrated' OR ${subjects.verdict} <> 'unknown' OR EXISTS (SELECT FROM ${serverStates}
  WHERE ${serverStates.serverKey} = ${subjects.serverKey} AND ${serverStates.serverState} ->> 'liveness' = 'up' AND ${ACCESS} IN ('auth', 'paid')))`
/** Whether it stands under “Ranked” on a page: what is rated, and last, without a rank, what is unsafe. */
export const IS_PLACED = sql`(${servers.unsafe} OR ${IS_RATED})`
/** Over `servers`. */
export const IS_ON_PAGES = sql`(${servers.registry} NOT IN ${[...FIXTURE_REGISTRIES]})`

/**
 * FROM and WHERE of the listed subjects of a category that a filter leaves, over `subjects` and `servers`.
 * `withStates`: also `server_states`. `also`: a further join.
 */
export function listedMatching(slug: string, filter: ListingFilter, withStates = false, also: SQL = sql.empty()): SQL {
  const { status, access, transport, readOnly = false, serverKeys, verified = false, placed, forPages = false } = filter
  const conditions = [
    sql`${subjects.listed} AND ${subjects.categories} @> ARRAY[${slug}]::text[]`,
    ...(status === undefined ? [] : [hasStatus(status)]),
    ...(access === undefined ? [] : [ofServersWhere(sql`${ACCESS} IN ${[...access]}`)]),
    ...(transport === undefined ? [] : [isOfferedBy(transport)]),
    ...(readOnly ? [sql`${tools.annotations} ->> 'readOnlyHint' = 'true'`] : []),
    ...(serverKeys === undefined
      ? []
      : [sql`${subjects.serverKey} = ANY(${sql.param(`{${serverKeys.join()}}`)}::int[])`]),
    ...(verified ? [sql`${servers.publisherState} = 'verified'`] : []),
    ...(placed === undefined ? [] : [placed ? IS_PLACED : sql`NOT ${IS_PLACED}`]),
    ...(forPages ? [IS_ON_PAGES] : []),
  ]
  return sql`FROM ${subjects} JOIN ${servers} ON ${servers.key} = ${subjects.serverKey}
    ${withStates ? sql`LEFT JOIN ${serverStates} ON ${serverStates.serverKey} = ${subjects.serverKey}` : sql.empty()}
    ${readOnly ? sql`JOIN ${tools} ON ${tools.id} = ${subjects.id}` : sql.empty()} ${also}
    WHERE ${sql.join(conditions, sql` AND `)}`
}

function hasStatus(status: ReadonlySet<Status>): SQL {
  const verdicts = [...status].filter((one) => one !== 'auth')
  const choices = [
    ...(verdicts.length === 0
      ? []
      : [sql`(${subjects.verdict} IN ${verdicts} AND NOT (${subjects.verdict} = 'healthy' AND ${servers.unsafe}))`]),
    ...(status.has('auth') ? [IS_AUTH] : []),
  ]
  return sql`(${sql.join(choices, sql` OR `)})`
}

/** By its addresses, and as a process where it has a package. */
function isOfferedBy(transports: ReadonlySet<Transport>): SQL {
  const byAddress = sql`EXISTS (SELECT FROM json_array_elements(${servers.remotes}) AS remote WHERE remote ->> 'transport' IN ${[...transports]})`
  return transports.has('stdio') ? sql`(${byAddress} OR json_array_length(${servers.packages}) > 0)` : byAddress
}

/** Keys of the servers that are official, in any order. */
export async function listOfficialServerKeys(db: Database): Promise<number[]> {
  const { key, id, registry, remotes } = servers
  const rows = await db
    .select({ key, id, remotes })
    .from(servers)
    .where(sql`${registry} IN ${[...REGISTRIES_WITH_OFFICIAL]} AND ${servers.lifecycle} <> 'deleted'`)
  return rows.filter(isOfficial).map((row) => row.key)
}
