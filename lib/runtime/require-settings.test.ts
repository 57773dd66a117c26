import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SECRET = 'sekret-4711'
let written: string
beforeEach(() => {
  vi.resetModules()
  written = ''
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    written += String(text)
    return true
  })
  vi.spyOn(process, 'exit').mockImplementation((status) => {
    throw new Error(`exit ${status}`)
  })
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})
const start = async () => (await import('./require-settings')).requireSettings()

test('a process under Next whose settings are right goes on', async () => {
  await start()
  expect(written).toBe('')
})

test.each([
  ['LIMIT_KEYLESS', SECRET],
  ['CRON_SECRET', SECRET],
  ['DATABASE_URL', `mysql://assay:${SECRET}@db.example/assay`],
  ['SEARCH_WEIGHTS', `/nonexistent/${SECRET}`],
])('a wrong %s ends it, with its name and what it must be, and without its value or a stack', async (name, value) => {
  vi.stubEnv(name, value)
  await expect(start()).rejects.toThrow('exit 1')
  expect(written).toMatch(new RegExp(`^Assay cannot start:\n  ${name}: .{20}`))
  expect(written).not.toContain(SECRET)
  expect(written).not.toContain('    at ')
})

test('a role that serves no pages ends a process of Next', async () => {
  vi.stubEnv('DATABASE_URL', 'postgres://db.example/assay')
  const { requireServingRole } = await import('./require-settings')
  vi.stubEnv('ROLE', 'worker')
  expect(requireServingRole).toThrow('exit 1')
  expect(written).toContain('ROLE: worker serves no pages')
})
