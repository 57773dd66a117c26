import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPrinter } from './step.mjs'

let lines: string[] = []
const printer = createPrinter((line: string) => lines.push(line))
beforeEach(() => {
  lines = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

it('prints one line a step, its note every ten seconds, and returns the result', async () => {
  const done = printer.step('build', async (progress) => {
    progress('compiling')
    await new Promise((resolve) => setTimeout(resolve, 12_500))
    progress('done')
    return 'result'
  })
  await vi.advanceTimersByTimeAsync(12_500)
  expect(await done).toBe('result')
  expect(lines).toEqual(['… build        10.0 s  compiling', '✓ build        12.5 s  done'])
})

it('marks a step that throws, and one whose result is bad', async () => {
  await expect(printer.step('build', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await printer.step(
    'unit',
    async () => 3,
    (failed) => failed === 0,
  )
  expect(lines).toEqual(['✗ build         0.0 s', '✗ unit          0.0 s'])
})
