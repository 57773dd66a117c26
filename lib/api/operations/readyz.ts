import { ApiError } from '../../contract/errors'
import type { InputOf, OutputOf } from '../../contract/operations'
import { READINESS_CHECKS, type ReadinessCheck } from '../../contract/shapes/process'
import { defineEndpoint } from '../../http/operation'
import { within } from '../../store/within'
import type { Context } from '../context'

/** Time each check may take. They run side by side, so the answer takes no longer. */
const CHECK_WITHIN_MS = 1000
const RETRY_AFTER_SECONDS = 2

const MISSING: Readonly<Record<ReadinessCheck, string>> = {
  database: `the database does not answer within ${CHECK_WITHIN_MS} ms`,
  ratings: 'the ratings are still being read into memory',
  searchIndex: 'the search index is still being built or loaded',
}

/** What a process of each role needs. */
const NEEDED: Readonly<Record<Context['role'], readonly ReadinessCheck[]>> = {
  all: READINESS_CHECKS,
  api: READINESS_CHECKS,
  worker: ['database'],
  publisher: ['database'],
}

/**
 * Throws `not_ready` with everything that is missing. A context exists only for a database that was opened, and so
 * migrated.
 */
async function readyz(_input: InputOf<'readyz'>, context: Context): Promise<OutputOf<'readyz'>> {
  const { role, reads, publishing, files } = context
  const needed = NEEDED[role]
  const [passed, log] = await Promise.all([
    Promise.all(needed.map((check) => CHECKS[check](context))),
    within(conditionOfTlog(context), CHECK_WITHIN_MS, 'unknown' as const),
  ])
  const missing = needed.filter((_check, at) => !passed[at])
  if (missing.length > 0) {
    const detail = `Not ready: ${missing.map((check) => MISSING[check]).join('; ')}.`
    throw new ApiError('not_ready', detail, { retryAfterSeconds: RETRY_AFTER_SECONDS })
  }
  const ofServing = needed.includes('ratings') ? ({ ratings: 'ok', searchIndex: 'ok' } as const) : {}
  const turn = publishing()
  const replicas = reads.replicas()
  return {
    ready: true,
    role,
    ...(turn !== null && { publishing: turn }),
    checks: { database: 'ok', ...ofServing },
    ...(replicas.length > 0 && { replicas }),
    ...(files && { files: files.condition() }),
    log,
  }
}

/** Whether what is needed is there, within `CHECK_WITHIN_MS`. */
const CHECKS: Readonly<Record<ReadinessCheck, (context: Context) => Promise<boolean>>> = {
  // Without the primary a process still answers from memory and from a replica.
  database: async ({ reachability, reads }) => (await reachability(CHECK_WITHIN_MS)) || reads.isOnReplica(),
  ratings: async ({ replica }) => replica?.ageMs() !== null,
  searchIndex: hasIndex,
}

/** `unknown`: it cannot be read. */
async function conditionOfTlog(context: Context): Promise<OutputOf<'readyz'>['log']> {
  try {
    return await context.tlogCondition()
  } catch {
    return 'unknown'
  }
}

/**
 * A process that loads the index at its first search loads it here, in the background where that takes longer than a
 * check may.
 */
function hasIndex({ searchIndex }: Context): Promise<boolean> {
  // It fails where the index is not built yet, and where the database is gone, which the other check reports.
  const loaded = searchIndex.ranker().then(
    () => true,
    () => false,
  )
  return within(loaded, CHECK_WITHIN_MS, false)
}

export const readyzEndpoint = defineEndpoint('readyz', readyz)
