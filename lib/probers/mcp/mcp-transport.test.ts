import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { unlessAborted } from './mcp-transport'

test('a step that fails after its time was over is not an unhandled rejection', async () => {
  const unhandled = vi.fn()
  const before = process.listeners('unhandledRejection')
  process.removeAllListeners('unhandledRejection').on('unhandledRejection', unhandled)
  onTestFinished(() => {
    process.removeAllListeners('unhandledRejection')
    for (const listener of before) process.on('unhandledRejection', listener)
  })
  const step = pause(10).then(() => Promise.reject(new Error('the process has ended')))
  await expect(unlessAborted(AbortSignal.abort(new Error('over')), step)).rejects.toThrow('over')
  await pause(30)
  expect(unhandled).not.toHaveBeenCalled()
})
