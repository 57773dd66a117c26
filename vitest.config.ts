import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)) } },
  test: {
    environment: 'node',
    include: ['{lib,app,commands,bench,client,training,fuzz}/**/*.test.{ts,tsx}', '*.test.ts'],
    globalSetup: ['./lib/store/test-templates.ts'],
    setupFiles: ['./vitest.setup.ts'],
    // The first suite of a run with an embedded Postgres migrates it, which takes 6 s, more where two share two cores.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    restoreMocks: true,
    unstubEnvs: true,
    unstubGlobals: true,
  },
})
