import { type PublicJwk, publicKeysOf } from '../attestation-check.ts'
import { type Finding, finding } from './finding.ts'
import type { LoggedBreakage, LoggedFacts } from './logged-facts.ts'

/** A breakage as it is shown. */
export interface ShownBreakage {
  id: string
  serverId: string
  toolIds: readonly string[]
  kind: string
  openedAt: string
  closedAt: string | null
}

type LoggedBreakages = LoggedFacts['breakages']

/**
 * Whether breakages as shown are as logged. `before` and `after`: what was logged before and after they were asked
 * for; either is right, and so is what was logged in between. Those that ended before the log was opened are not in it.
 */
export function checkBreakages(
  shown: readonly ShownBreakage[],
  { before, after }: { before: LoggedBreakages; after: LoggedBreakages },
  openedAt: number,
): Finding[] {
  return shown.flatMap(({ id, serverId, toolIds, kind, closedAt }) => {
    const key = id.replace(/^brk_/, '')
    const logged = [before.get(key), after.get(key)].filter((one) => one !== undefined)
    const [newest] = logged.slice(-1)
    if (newest === undefined) {
      if (closedAt !== null && Date.parse(closedAt) < openedAt) return []
      return [finding('breakage', null, serverId, `${id} (${kind}) is shown and not logged.`)]
    }
    if (newest.kind !== kind || (newest.id !== serverId && !toolIds.includes(newest.id)))
      return [
        finding('breakage', newest.leaf, serverId, `${id} is logged as ${newest.kind} of ${newest.id}, not ${kind}.`),
      ]
    const isOpen = closedAt === null
    if (turnsBetween(before.get(key), newest) > 1 || logged.some(({ event }) => (event === 'opened') === isOpen))
      return []
    const text = `${id} (${kind}) is shown as ${isOpen ? 'open' : 'ended'} and logged as ${newest.event}.`
    return [finding('breakage', newest.leaf, serverId, text)]
  })
}

/** One that turned more than once was open and closed meanwhile. */
function turnsBetween(before: LoggedBreakage | undefined, after: LoggedBreakage): number {
  return after.turns - (before?.turns ?? 0)
}

/** Breakages that are logged as open all the time they were asked for, and not shown. `shown`: all that are open. */
export function checkMissingBreakages(
  shown: readonly ShownBreakage[],
  { before, after }: { before: LoggedBreakages; after: LoggedBreakages },
): Finding[] {
  const ids = new Set(shown.map(({ id }) => id))
  return [...after].flatMap(([key, newest]) => {
    const { leaf, id, kind, event } = newest
    const wasOpen = event === 'opened' && turnsBetween(before.get(key), newest) === 0
    if (!wasOpen || ids.has(`brk_${key}`)) return []
    return [finding('breakage', leaf, id, `brk_${key} (${kind}) is logged as open and not shown.`)]
  })
}

/** Whether the published attestation keys are logged, and none of them as leaked. */
export function checkKeySet(jwks: unknown, { keys }: Pick<LoggedFacts, 'keys'>): Finding[] {
  const published = publicKeysOf(jwks)
  if (published === undefined) return [finding('key', null, null, 'The key set is no JSON Web Key Set.')]
  return published.flatMap(({ kid, x }: PublicJwk) => keyFaults(kid, x, 'attestation', keys))
}

/** Whether a key of the log is logged. */
export function checkLogKey(kid: string, x: string, { keys }: Pick<LoggedFacts, 'keys'>): Finding[] {
  return keyFaults(kid, x, 'log', keys)
}

function keyFaults(kid: string, x: string, use: string, keys: LoggedFacts['keys']): Finding[] {
  const logged = keys.get(kid)
  if (logged === undefined) return [finding('key', null, kid, `A key (${use}) is published and not logged.`)]
  if (logged.x !== x || logged.use !== use)
    return [
      finding('key', logged.leaf, kid, `A key (${use}) is published otherwise than it is logged (${logged.use}).`),
    ]
  if (use === 'attestation' && logged.event === 'leaked')
    return [finding('key', logged.leaf, kid, 'A key is published that is logged as leaked.')]
  return []
}
