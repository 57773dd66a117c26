import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const SECRET = 'a secret of enough letters'
const ask = (job: string, authorization?: string) =>
  new Request(`http://assay.test/cron/${job}`, authorization === undefined ? {} : { headers: { authorization } })

beforeEach(() => {
  vi.resetModules()
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** The handler as a process with these settings has it. */
async function handlerWith(environment: Record<string, string>) {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  return (await import('./answer-cron')).answerCron
}

test.each([
  ['no secret configured, in production', { NODE_ENV: 'production', CRON_SECRET: '' }, undefined],
  ['no secret given', { NODE_ENV: 'production', CRON_SECRET: SECRET }, undefined],
  ['a wrong secret', { NODE_ENV: 'production', CRON_SECRET: SECRET }, `Bearer ${SECRET}x`],
  ['the secret without its scheme', { NODE_ENV: 'production', CRON_SECRET: SECRET }, SECRET],
  ['a wrong secret in development', { NODE_ENV: 'development', CRON_SECRET: SECRET }, 'Bearer x'],
])('%s: refused, and the secret is not told', async (_case, environment, given) => {
  const response = await (await handlerWith(environment))(ask('keep', given))
  expect(response.status).toBe(401)
  const text = await response.text()
  expect(JSON.parse(text).code).toBe('unauthorized')
  expect(text).not.toContain(SECRET)
})
