import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'

const TESTS = ['{lib,app,commands,bench,packages,training,fuzz}/**/*.test.{ts,tsx}', '*.test.ts']
/** Suites of folders that hold no state and touch nothing outside their process. */
const PURE = [
  'lib/{core,search,contract,metrics}/**/*.test.ts',
  'packages/verify/src/{audit,forecast,history,leaves,lock,score,state,text}/**/*.test.ts',
  'app/_ui/**/*.test.{ts,tsx}',
]
/**
 * Suites that keep what they change in a database of their own: nothing of the process, its environment or its clock.
 */
const IN_DATABASES = ['api'].map((folder) => `lib/${folder}/**/*.test.ts`)

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
      // A process for each of these files would take as long as the tests in it: they share processes and the modules
      // they import, and with them the compiled embedded Postgres.
      { extends: true, test: { name: 'pure', include: PURE, isolate: false } },
      { extends: true, test: { name: 'databases', include: IN_DATABASES, isolate: false } },
      {
        extends: true,
        test: { name: 'service', include: TESTS, exclude: [...configDefaults.exclude, ...PURE, ...IN_DATABASES] },
      },
    ],
  },
})
