import type { ProbeReason } from 'assay-verify/state/observation'

/**
 * What breakages of one incident share, the narrowest first. `server`: one alone, whatever it shares with others that
 * work. `listing`: a server changed what it offers.
 */
export const INCIDENT_CAUSES = ['listing', 'server', 'host', 'address', 'certificate'] as const
export type IncidentCause = (typeof INCIDENT_CAUSES)[number]
/** Those of several servers. */
export const SHARED_CAUSES = ['host', 'address', 'certificate'] as const satisfies readonly IncidentCause[]

/** Something that breakages may have in common: a host name, an address, a server's id. */
export interface CorrelationKey {
  cause: IncidentCause
  what: string
}

/**
 * It began after the one moment and not after the other: between the last successful probe and the first failed one.
 */
export interface StartWindow {
  after: Date
  before: Date
}

/** The part of an incident needed to decide whether a further breakage joins it. */
export interface IncidentSketch {
  /** The store's key; null: not stored yet. */
  key: number | null
  cause: IncidentCause
  what: string
  correlationKeys: readonly CorrelationKey[]
  startWindow: StartWindow
}

/** A breakage that opens. Its correlation keys come narrowest first, and are never empty. */
export interface Beginning {
  correlationKeys: readonly [CorrelationKey, ...CorrelationKey[]]
  startWindow: StartWindow
}

/**
 * How far apart, in ms, the beginnings within one incident may be: a host's servers do not fail in the same second, and
 * clocks differ.
 */
const TOGETHER_WITHIN_MS = 5 * 60_000

/**
 * A breakage that is back less than this, in ms, after it closed is the same one: a pause of a few probes, a quarter of
 * an hour apart, is no repair.
 */
export const REOPEN_WITHIN_MS = 60 * 60_000

/**
 * Failures caused by the machine at an address, or by what is in front of it; application errors do not involve the
 * neighbours.
 */
const FAILS_BY_ADDRESS: ReadonlySet<ProbeReason> = new Set(['connect_failed', 'timed_out', 'certificate_invalid'])
/** 502 and up: the gateway answers instead of the application. */
const FIRST_GATEWAY_STATUS = 502

interface Failing {
  serverId: string
  /** Host and port; null where it has none, such as a local process. */
  host: string | null
  /** The public address that was dialled; null where none was. */
  address: string | null
  reason: ProbeReason
  httpStatus: number | null
}

/**
 * What breakages of a failing server may have in common, narrowest first: the server; with others its host; its
 * address, where the failure is caused by a machine; an invalid certificate, since an authority's fault breaks many
 * hosts at once. A server without a host is on its own. An incident has the cause `server` until another server joins
 * it by a wider one.
 */
export function correlationKeysOf({
  serverId,
  host,
  address,
  reason,
  httpStatus,
}: Failing): [CorrelationKey, ...CorrelationKey[]] {
  const correlationKeys: [CorrelationKey, ...CorrelationKey[]] = [{ cause: 'server', what: serverId }]
  if (host === null) return correlationKeys
  correlationKeys.push({ cause: 'host', what: host })
  const byGateway = reason === 'server_error' && httpStatus !== null && httpStatus >= FIRST_GATEWAY_STATUS
  if (address !== null && (byGateway || FAILS_BY_ADDRESS.has(reason)))
    correlationKeys.push({ cause: 'address', what: address })
  if (reason === 'certificate_invalid') correlationKeys.push({ cause: 'certificate', what: reason })
  return correlationKeys
}

/**
 * Puts beginnings into incidents: into an open one that shares a correlation key and may have begun at the same time,
 * within `TOGETHER_WITHIN_MS`, else into a new one; the narrowest key decides, then the incident that began last. An
 * incident's cause widens to the key by which others joined it, and its start window narrows to what fits all of them.
 * Returns the incidents that took something in, and for every beginning the index of its own.
 */
export function groupBeginnings(
  beginnings: readonly Beginning[],
  open: readonly IncidentSketch[],
): { incidents: IncidentSketch[]; placed: number[] } {
  const known = [...open]
  const placedInKnown = beginnings.map((beginning) => {
    const joined = findJoinable(beginning, known)
    const at = joined?.at ?? known.length
    known[at] =
      joined === undefined ? newIncident(beginning) : withBeginning(joined.incident, beginning, joined.correlationKey)
    return at
  })
  const touched = [...new Set(placedInKnown)]
  return {
    incidents: touched.flatMap((at) => known[at] ?? []),
    placed: placedInKnown.map((at) => touched.indexOf(at)),
  }
}

function findJoinable({ correlationKeys, startWindow }: Beginning, known: readonly IncidentSketch[]) {
  for (const correlationKey of correlationKeys) {
    const fitting = known
      .map((incident, at) => ({ incident, at, correlationKey }))
      .filter(
        ({ incident }) =>
          mayBeTogether(startWindow, incident.startWindow) &&
          incident.correlationKeys.some((its) => isSame(its, correlationKey)),
      )
    const newest = fitting.sort(
      (a, b) => b.incident.startWindow.before.getTime() - a.incident.startWindow.before.getTime(),
    )[0]
    if (newest !== undefined) return newest
  }
  return undefined
}

function newIncident({ correlationKeys, startWindow }: Beginning): IncidentSketch {
  const [{ cause, what }] = correlationKeys
  return { key: null, cause, what, correlationKeys, startWindow }
}

function withBeginning(
  incident: IncidentSketch,
  { correlationKeys, startWindow }: Beginning,
  by: CorrelationKey,
): IncidentSketch {
  const isWider = INCIDENT_CAUSES.indexOf(by.cause) > INCIDENT_CAUSES.indexOf(incident.cause)
  const added = correlationKeys.filter(
    (correlationKey) => !incident.correlationKeys.some((its) => isSame(its, correlationKey)),
  )
  return {
    ...incident,
    ...(isWider && { cause: by.cause, what: by.what }),
    correlationKeys: added.length === 0 ? incident.correlationKeys : [...incident.correlationKeys, ...added],
    startWindow: narrowed(incident.startWindow, startWindow),
  }
}

function mayBeTogether(a: StartWindow, b: StartWindow): boolean {
  return (
    a.after.getTime() <= b.before.getTime() + TOGETHER_WITHIN_MS &&
    b.after.getTime() <= a.before.getTime() + TOGETHER_WITHIN_MS
  )
}

/**
 * The part common to both; where there is none, the first stays, so that an incident cannot drift from minute to
 * minute.
 */
function narrowed(a: StartWindow, b: StartWindow): StartWindow {
  const after = a.after > b.after ? a.after : b.after
  const before = a.before < b.before ? a.before : b.before
  return after <= before ? { after, before } : a
}

function isSame(a: CorrelationKey, b: CorrelationKey): boolean {
  return a.cause === b.cause && a.what === b.what
}
