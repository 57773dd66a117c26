import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createPrinter } from './step.mjs'

const printed = (isTTY: boolean) => {
  const chunks: string[] = []
  return { chunks, out: { isTTY, columns: 60, write: (chunk: string | Uint8Array) => chunks.push(String(chunk)) > 0 } }
}
beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())
const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

it('prints one line a step, with its time and its last note, and hands on the result', async () => {
  const { chunks, out } = printed(false)
  const done = createPrinter(out).step('install', async (progress) => {
    progress('3 of 316 packages')
    await wait(2500)
    progress('316 packages')
    return 'result'
  })
  await vi.advanceTimersByTimeAsync(2500)
  expect(await done).toBe('result')
  expect(chunks).toEqual(['✓ install       2.5 s  316 packages\n'])
})

it('shows progress every ten seconds where a line cannot be redrawn', async () => {
  const { chunks, out } = printed(false)
  const done = createPrinter(out).step('build', async (progress) => {
    progress('compiling')
    await wait(25_000)
  })
  await vi.advanceTimersByTimeAsync(25_000)
  await done
  expect(chunks).toEqual([
    '  build        10.0 s  compiling …\n',
    '  build        20.0 s  compiling …\n',
    '✓ build        25.0 s  compiling\n',
  ])
})

it('redraws its line on a terminal, never wider than it, and keeps other lines whole', async () => {
  const { chunks, out } = printed(true)
  const printer = createPrinter(out)
  const done = printer.step('build', async (progress) => {
    progress('x'.repeat(100))
    await wait(300)
    printer.log('a line of its own')
    await wait(100)
  })
  await vi.advanceTimersByTimeAsync(400)
  await done
  const live = chunks.find((chunk) => chunk.startsWith('  build'))
  expect(live).toHaveLength(59)
  const other = chunks.indexOf('a line of its own\n')
  expect([chunks[other - 1], chunks[other + 1]]).toEqual(['\r\u001b[2K', live])
})

it('says so when a step fails', async () => {
  const { chunks, out } = printed(false)
  await expect(createPrinter(out).step('build', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(chunks).toEqual(['✗ build         0.0 s\n'])
})
