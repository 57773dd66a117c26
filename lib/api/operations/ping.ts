import type { OutputOf } from '../../contract/operations'
import { defineEndpoint } from '../../http/operation'

export async function ping(): Promise<OutputOf<'ping'>> {
  return { ok: true }
}

export const pingEndpoint = defineEndpoint('ping', ping)
