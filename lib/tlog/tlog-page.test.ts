import { expect, test, vi } from 'vitest'
import { DatabaseUnavailable } from '../store/connection/database-unavailable'
import type { TlogContext } from './context'
import type { ServedTlog } from './served-tlog'
import { tlogPage } from './tlog-page'

/** A log whose state cannot be had. */
function contextWith(cause: Error) {
  const log = vi.fn()
  const served = { state: () => Promise.reject(cause) } satisfies Partial<ServedTlog>
  // Of a context nothing else is asked before the state of the log.
  return { log, context: { tlog: served, log, now: new Date() } as unknown as TlogContext }
}

test.each([
  ['its database is away', new DatabaseUnavailable('unreachable')],
  ['its files cannot be read', Object.assign(new Error('EIO'), { code: 'EIO' })],
])('a log cannot be read while %s, which is no failure of its page', async (_why, cause) => {
  const { context, log } = contextWith(cause)
  expect(await tlogPage(context)).toBe('unreadable')
  expect(log).toHaveBeenCalledWith('the log cannot be read for its page', cause)
})

test('a process that serves none has none', async () => {
  expect(await tlogPage({ tlog: null } as unknown as TlogContext)).toBeUndefined()
})
