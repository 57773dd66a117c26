import { SEVERITIES, type Severity } from 'assay-verify/breakage-kind'
import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { type Beginning, type CorrelationKey, groupBeginnings, type IncidentSketch } from '../../core/verdict/incident'
import { incidentSeverity } from '../../core/verdict/severity'
import { servers } from '../catalog/catalog-schema'
import { type Database, rowsOf } from '../database'
import { incidentCorrelationKeys, incidents } from './breakages-schema'

/** Advisory lock; an arbitrary number. */
const INCIDENT_LOCK = 4_151_543

/**
 * Until the transaction ends no other process groups breakages, so that what several see at the same time becomes one
 * incident. Whoever waits here has no lock that the holder still needs.
 */
export async function takeIncidentsAdvisoryLock(tx: Database): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(${INCIDENT_LOCK})`)
}

/**
 * Finds or makes the incident of each beginning, has `write` store the breakages under their keys, and updates
 * severities.
 */
export async function placeInIncidents(
  tx: Database,
  beginnings: readonly (Beginning & { severity: Severity; openedAt: Date })[],
  write: (incidentKeys: number[]) => Promise<void>,
): Promise<void> {
  const { incidents: taken, placed } = groupBeginnings(beginnings, await listJoinable(tx, beginnings))
  const recorded = taken.map((sketch, at) => {
    const own = beginnings.filter((_, index) => placed[index] === at)
    const openedAt = new Date(Math.min(...own.map((beginning) => beginning.openedAt.getTime())))
    return { sketch, severity: own[0]?.severity ?? 'minor', openedAt }
  })
  const keys = await recordIncidents(tx, recorded)
  await recordCorrelationKeys(tx, taken, keys)
  await write(placed.map((at) => keys[at] ?? 0))
  await raiseSeverities(tx, keys)
}

/** Open incidents that share a correlation key with any of these, each with the shared keys only. */
async function listJoinable(tx: Database, beginnings: readonly Beginning[]): Promise<IncidentSketch[]> {
  const correlationKeys = [
    ...new Map(
      beginnings
        .flatMap((entry) => entry.correlationKeys)
        .map((correlationKey) => [JSON.stringify(correlationKey), correlationKey]),
    ).values(),
  ]
  const rows = await tx
    .select({
      incident: incidents,
      correlationKey: { cause: incidentCorrelationKeys.cause, what: incidentCorrelationKeys.what },
    })
    .from(incidentCorrelationKeys)
    .innerJoin(incidents, eq(incidents.key, incidentCorrelationKeys.incidentKey))
    .where(
      and(
        isNull(incidents.closedAt),
        sql`(${incidentCorrelationKeys.cause}, ${incidentCorrelationKeys.what}) IN (${tuples(correlationKeys)})`,
      ),
    )
    .orderBy(incidents.key)
  const sketches = new Map<number, IncidentSketch & { correlationKeys: CorrelationKey[] }>()
  for (const { incident, correlationKey } of rows) {
    const { key, cause, what, beganAfter: after, beganBefore: before } = incident
    const known = sketches.get(key)
    if (known === undefined)
      sketches.set(key, { key, cause, what, correlationKeys: [correlationKey], startWindow: { after, before } })
    else known.correlationKeys.push(correlationKey)
  }
  return [...sketches.values()]
}

function tuples(correlationKeys: readonly CorrelationKey[]) {
  return sql.join(
    correlationKeys.map(({ cause, what }) => sql`(${cause}::incident_cause, ${what}::text)`),
    sql`, `,
  )
}

/** An incident that took in new breakages; `openedAt`: when the first of them began. */
interface RecordedIncident {
  sketch: IncidentSketch
  severity: Severity
  openedAt: Date
}

/** Writes incidents; answers their keys in the same order. */
async function recordIncidents(tx: Database, recorded: readonly RecordedIncident[]): Promise<number[]> {
  const rows = recorded.map(({ sketch: { key, cause, what, startWindow }, severity, openedAt }) => {
    return { key, cause, what, severity, beganAfter: startWindow.after, beganBefore: startWindow.before, openedAt }
  })
  const known = rows.filter(({ key }) => key !== null)
  await updateIncidents(tx, known)
  const values = rows.filter(({ key }) => key === null).map(({ key: _key, ...facts }) => facts)
  const inserted =
    values.length === 0 ? [] : await tx.insert(incidents).values(values).returning({ key: incidents.key })
  // Keys are assigned in the order of the rows, but the order of returned rows is not guaranteed.
  const newKeys = inserted.map(({ key }) => key).sort((a, b) => a - b)
  return rows.map(({ key }) => key ?? newKeys.shift() ?? 0)
}

async function updateIncidents(tx: Database, rows: readonly object[]): Promise<void> {
  if (rows.length === 0) return
  await tx.execute(sql`
    UPDATE incidents SET cause = given.cause, what = given.what, began_after = given."beganAfter", began_before = given."beganBefore",
      opened_at = least(incidents.opened_at, given."openedAt")
    FROM json_to_recordset(${JSON.stringify(rows)}::json) AS given(
      key bigint, cause incident_cause, what text, "beganAfter" timestamptz, "beganBefore" timestamptz, "openedAt" timestamptz)
    WHERE incidents.key = given.key`)
}

async function recordCorrelationKeys(
  tx: Database,
  taken: readonly IncidentSketch[],
  keys: readonly number[],
): Promise<void> {
  const rows = taken.flatMap(({ correlationKeys }, at) =>
    correlationKeys.map((correlationKey) => ({ ...correlationKey, incidentKey: keys[at] ?? 0 })),
  )
  await tx.insert(incidentCorrelationKeys).values(rows).onConflictDoNothing()
}

/** Raises severities to what is broken now; an incident never becomes milder. */
async function raiseSeverities(tx: Database, keys: readonly number[]): Promise<void> {
  const rows = await rowsOf<{ key: number | string; servers: number; tools: number; worst: Severity; known: Severity }>(
    tx,
    sql`SELECT key, severity AS known, count(*)::int AS servers, sum(tools)::int AS tools, max(worst) AS worst FROM (
      SELECT incident_key, server_key, max(severity) AS worst,
        greatest(coalesce(max(tools) FILTER (WHERE tool_id IS NULL), 0), count(DISTINCT tool_id)) AS tools
      FROM breakages WHERE closed_at IS NULL AND incident_key IN ${[...keys]} GROUP BY incident_key, server_key
    ) AS of_server JOIN incidents ON key = incident_key AND key IN ${[...keys]} GROUP BY key, severity`,
  )
  for (const severity of SEVERITIES) {
    const raised = rows.filter(
      ({ known, worst, ...extent }) =>
        incidentSeverity(worst, extent) === severity && SEVERITIES.indexOf(known) < SEVERITIES.indexOf(severity),
    )
    if (raised.length === 0) continue
    await tx
      .update(incidents)
      .set({ severity })
      .where(
        inArray(
          incidents.key,
          raised.map(({ key }) => Number(key)),
        ),
      )
  }
}

/** Reopens incidents whose breakages came back or are seen again, and updates their severities. */
export async function reopenIncidents(tx: Database, keys: readonly number[]): Promise<void> {
  if (keys.length === 0) return
  await tx
    .update(incidents)
    .set({ closedAt: null })
    .where(inArray(incidents.key, [...keys]))
  await raiseSeverities(tx, [...new Set(keys)])
}

/** Closes those of these incidents that have no open breakage left. The caller must hold the lock. */
export async function closeIncidents(tx: Database, keys: readonly number[], now: Date): Promise<void> {
  await tx
    .update(incidents)
    .set({ closedAt: now })
    .where(
      and(
        inArray(incidents.key, [...keys]),
        isNull(incidents.closedAt),
        sql`NOT EXISTS (SELECT FROM breakages WHERE breakages.incident_key = ${incidents.key} AND breakages.closed_at IS NULL)`,
      ),
    )
}

export async function listServerIds(tx: Database, serverKeys: readonly number[]): Promise<Map<number, string>> {
  if (serverKeys.length === 0) return new Map()
  const rows = await tx
    .select({ key: servers.key, id: servers.id })
    .from(servers)
    .where(inArray(servers.key, [...serverKeys]))
  return new Map(rows.map((row) => [row.key, row.id]))
}
