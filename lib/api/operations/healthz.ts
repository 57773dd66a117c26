import type { OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'

/** Needs nothing of the app, so that it answers while the database cannot be opened. */
async function healthz(): Promise<OutputOf<'healthz'>> {
  return { ok: true }
}

export const healthzEndpoint = defineEndpoint('healthz', healthz)
