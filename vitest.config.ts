import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const SKIPPED = configDefaults.exclude
const TESTS = ['{lib,app,commands,bench,packages,training,fuzz}/**/*.test.{ts,tsx}']
/** Suites that call a service over HTTP, which the first of a process opens. */
const OF_SERVICE = ['e2e/api/*.test.ts']
/** After those that have one process: vitest runs projects of different numbers of processes one after another. */
const AFTER = { sequence: { groupOrder: 1 } }
/** Suites of minutes: `npm run test:long`. */
const LONG = '**/*.long.test.ts'
/**
 * Suites that load or replace modules, change the settings of their process or count what it does: each has a process.
 */
const ALONE = [
  '**/redirects.test.ts',
  '**/probers/{probe,mcp/mcp-transport}.test.ts',
  '**/runtime/{endpoint-failures,next-adapter,require-settings,run-cron,traces}.test.ts',
  '**/runtime/{files,log,metrics}/*.test.ts',
]

export default defineConfig({
  resolve: {
    alias: [
      { find: /^@\//, replacement: fileURLToPath(new URL('.', import.meta.url)) },
      {
        find: /^assay-(\w+)\/(.*)$/,
        replacement: `${fileURLToPath(new URL('packages/', import.meta.url))}$1/src/$2.ts`,
      },
    ],
  },
  test: {
    environment: 'node',
    globalSetup: ['./lib/store/test-templates.ts'],
    setupFiles: ['./vitest.setup.ts', './lib/store/outbox/test-queue-key.ts'],
    // The first suite of a run with an embedded Postgres migrates it, which takes 6 s, more where two share two cores.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // One more than the two cores that tests are run on: many suites wait for servers that are slow on purpose.
    maxWorkers: 3,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
    projects: [
      // A process for each file would take as long as its tests: they share processes and the modules they import, and
      // with them the compiled embedded Postgres. What they change is in databases and folders of their own.
      {
        extends: true,
        test: { ...AFTER, name: 'shared', include: TESTS, exclude: [...SKIPPED, ...ALONE, LONG], isolate: false },
      },
      // One process, as each would open a service; first, as the build of a whole run uses the other core.
      { extends: true, test: { name: 'service', include: OF_SERVICE, isolate: false, maxWorkers: 1 } },
      { extends: true, test: { ...AFTER, name: 'alone', include: ALONE, exclude: [...SKIPPED, LONG] } },
      { extends: true, test: { ...AFTER, name: 'long', include: [LONG], exclude: SKIPPED } },
    ],
  },
})
