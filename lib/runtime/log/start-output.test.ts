import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

test('where lines are JSON, a step that is done has one, and a step that fails leaves the message to its caller', async () => {
  vi.resetModules()
  vi.stubEnv('LOG_FORMAT', 'json')
  const lines: string[] = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  const { startOutput } = await import('./start-output')
  const { step } = startOutput({ log: () => undefined, step: (_, work) => work(() => undefined) })
  await step('database', async () => undefined)
  expect(lines.map((line) => JSON.parse(line).step)).toEqual(['database'])
  await expect(step('listen', () => Promise.reject(new Error('in use')))).rejects.toThrow('in use')
  expect(lines).toHaveLength(1)
})
