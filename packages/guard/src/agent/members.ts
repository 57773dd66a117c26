import { z } from 'zod'
import type { Members } from '../upstream/upstream.ts'

/** What passes through the guard is not its own to check. */
export const ANY_RESULT = z.looseObject({})

export function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
