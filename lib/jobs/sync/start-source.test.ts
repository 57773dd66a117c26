import { expect, test, vi } from 'vitest'
import type { Started, StartedSource } from '../../sources/source'
import { startSource } from './start-source'

function sourceOf(started: Started | null, onStart: () => void = () => undefined): StartedSource {
  return {
    precedence: 1,
    runs: 'with the process',
    settings: {},
    start: async () => {
      onStart()
      return started
    },
  }
}

function jobOf(opening: Promise<never>) {
  const controls = { log: () => undefined, workDir: '' }
  return { opening, settings: {}, baseUrl: 'http://localhost', controls, clock: () => new Date() }
}

test('servers start while the database opens, and end where it cannot be opened', async () => {
  let fail: (cause: Error) => void = () => undefined
  const opening = new Promise<never>((_, reject) => {
    fail = reject
  })
  const onStart = vi.fn()
  const close = vi.fn(async () => undefined)
  const batches = (async function* () {})()
  const run = { batches, memory: () => ({ since: null }) }
  const own = { origins: [], stdioCommands: new Map() }
  const starting = startSource(
    jobOf(opening),
    'one',
    sourceOf({ run, serverIds: [], own, summary: '', close }, onStart),
  )
  expect(onStart).toHaveBeenCalledOnce()
  fail(new Error('the folder is in use'))
  await expect(starting).rejects.toThrow('the folder is in use')
  expect(close).toHaveBeenCalledOnce()
})

test('a source that is switched off does not wait for the database', async () => {
  expect(await startSource(jobOf(new Promise(() => undefined)), 'one', sourceOf(null))).toBeNull()
})
