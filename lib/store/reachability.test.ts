import { describe, expect, test } from 'vitest'
import type { Database } from './database'
import { openReachability } from './reachability'
import { onEveryDriver } from './test-databases'

describe('reachability', () => {
  onEveryDriver(({ db }) => {
    test('a database that answers is reachable', async () => {
      expect(await openReachability(db)(10_000)).toBe(true)
    })
  })

  test('a database that refuses is not', async () => {
    const db = { execute: () => Promise.reject(new Error('the connection was lost')) } as unknown as Database
    expect(await openReachability(db)(10_000)).toBe(false)
  })

  test('a database that does not answer is not, gets one statement however many ask, and is reachable once it answers', async () => {
    const answers: (() => void)[] = []
    const execute = () => new Promise<void>((resolve) => answers.push(resolve))
    const isReachable = openReachability({ execute } as unknown as Database)
    expect(await Promise.all([isReachable(5), isReachable(5)])).toEqual([false, false])
    expect(await isReachable(5)).toBe(false)
    expect(answers).toHaveLength(1)
    const asking = isReachable(10_000)
    answers[0]?.()
    expect(await asking).toBe(true)
  })
})
