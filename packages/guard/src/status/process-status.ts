import type { ServerKey, ServerStateEntry } from 'assay-decide/bundle'
import type { TallyOf } from '../calls/tally.ts'

export const STATUS_FORM = 1

/** What a guard says of itself: nothing of what its calls are about. Times are in ms since 1970. */
export interface ProcessStatus {
  form: typeof STATUS_FORM
  pid: number
  /** The process that started it. */
  parent: number
  startedAt: number
  writtenAt: number
  /** null: none, its own evidence decides alone. */
  service: ServiceStatus | null
  servers: readonly ServerStatus[]
}

export interface ServiceStatus {
  /** Without its query, and without credentials. */
  url: string
  /** When the states that it knows were assessed; null: it knows none. */
  assessedAt: number | null
  expiresAt: number | null
  /** Why the last refresh did not succeed; null: it did, or there was none. */
  problem: string | null
}

export interface ServerStatus {
  name: string
  /** Its keys in the bundle. */
  keys: readonly ServerKey[]
  kind: 'stdio' | 'http'
  process: ServerProcess
  /** Since when its calls fail; null: its circuit is closed. */
  openSince: number | null
  nextTrialAt: number | null
  tally: TallyOf
  /** What the service says; null: nothing, or it is too old. */
  ofService: Pick<ServerStateEntry, 'v' | 'since' | 'up'> | null
  quarantined: readonly { tool: string; why: string }[]
}

/** Whether it runs, over all agents of this guard. */
export interface ServerProcess {
  state: 'not_started' | 'starting' | 'running' | 'stopped'
  /** Since when it is in this state; null: since the guard began. */
  since: number | null
  /** How often it was started again. */
  restarts: number
}

/** Whether a value has the form in which this version writes it. */
export function isStatus(value: unknown): value is ProcessStatus {
  if (typeof value !== 'object' || value === null) return false
  const { form, pid, startedAt, writtenAt, servers } = value as { [Name in keyof ProcessStatus]?: unknown }
  return (
    form === STATUS_FORM &&
    [pid, startedAt, writtenAt].every((number) => typeof number === 'number') &&
    Array.isArray(servers)
  )
}
