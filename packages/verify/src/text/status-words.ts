import type { Status } from '../verdict.ts'

/** What people read of a status; the markup and the JSON keep the status itself. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  healthy: 'Working',
  degraded: 'Unstable',
  unknown: 'Not checked',
  down: 'Down',
  auth: 'Sign-in required',
}
