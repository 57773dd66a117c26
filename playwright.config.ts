import { defineConfig, devices } from '@playwright/test'
import fc from 'fast-check'
import { findChromium } from './commands/test/find-chromium.mjs'
import { propertySeed } from './commands/test/property-seed.mjs'
import { NEXT_URL, STANDALONE_URL } from './e2e/adapters'

// Every worker loads this file before its tests.
fc.configureGlobal({ seed: propertySeed(process.env) })

// Found once, as the workers inherit the environment.
process.env.CHROMIUM_PATH ||= (await findChromium(process.env)) ?? ''

const launchOptions = {
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    // Chromium's sandbox needs rights that root in a container lacks. The tests open only the project's own pages.
    '--no-sandbox',
    '--disable-dev-shm-usage',
    // No page may need a network, so only this machine's names resolve.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ],
}

const LONG = '**/*.long.spec.ts'

/** For an adapter to prepare its database, open its database and answer. */
const START_WITHIN_MS = 120_000
const adapter = {
  timeout: START_WITHIN_MS,
  reuseExistingServer: false,
  gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
} as const

export default defineConfig({
  testDir: 'e2e',
  // Suites of minutes are for `npm run test:long`.
  projects: [
    { name: 'pages', testMatch: '**/*.spec.ts', testIgnore: LONG },
    { name: 'long', testMatch: LONG },
  ],
  outputDir: 'test-results',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: 'list',
  use: {
    ...devices['Desktop Chrome'],
    launchOptions,
    baseURL: STANDALONE_URL,
    // Traces doubled the duration of the suite: `npx playwright test --trace on` makes them.
    screenshot: 'only-on-failure',
    locale: 'en-GB',
    timezoneId: 'UTC',
  },
  webServer: [
    {
      ...adapter,
      name: 'standalone',
      command: `node e2e/start-standalone.mjs ${STANDALONE_URL}`,
      url: `${STANDALONE_URL}/v1/ping`,
    },
    { ...adapter, name: 'next', command: `node e2e/start-next.mjs ${NEXT_URL}`, url: `${NEXT_URL}/v1/ping` },
  ],
})
