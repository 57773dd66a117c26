import type { OutputOf } from '../contract/operations'
import { openDoor } from '../http/operation'

export async function ping(): Promise<OutputOf<'ping'>> {
  return { ok: true }
}

export const pingDoor = openDoor('ping', ping)
