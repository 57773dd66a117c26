// @ts-check

/** Started as a process, a thread or a bundle, by name: no import leads there. */
const STARTED = [
  'server.ts',
  'app/_browser/site.ts',
  'lib/**/{index-worker,ranking-worker,picture-thread,yaml-thread}.{ts,mjs}',
  'commands/{build,build-browser,demo,start,test}.mjs',
  'commands/{answer-types,clear-text,export,import,key,log-key,maintenance,migrate,papers,signing-key}.ts',
  'commands/assets/{fonts.ts,pictures.mjs}',
  'commands/demo/demonstrate.ts',
  'commands/test/prepare-database.ts',
  'training/train-{alternatives,categories,forecast,search}.ts',
  'training/minimize.ts',
  'bench/attacks/launched-script.ts',
  'bench/attacks/two-writers/writer.ts',
  'bench/empty-next/app/**',
  'bench/guard/{direct-client,conformance/conformance-server}.ts',
  'bench/guard/{fleet/server,hostile/hostile-server}.mjs',
  'bench/hostile/watch-event-loop.mjs',
  'bench/wire/replay-stdio.mjs',
  'bench/{attacks/lying-service,hostile,probe}/serve.ts',
  'bench/{conformance,probe}/client.ts',
  'bench/{http/{bare-read,load-callers},log/api-process,moving/one-database,stream/outcome-process}.ts',
  'bench/start/{publisher-process,read-alike}.ts',
]

/**
 * In the production mode tests do not count, so that what only a test calls is reported. An export that its own file
 * uses too is then one that a test looks into, and stays.
 *
 * @param {{ production?: boolean }} options
 */
export default function config({ production: isProduction = false }) {
  const productionOnly = ['!**/*.test.{ts,tsx}!', '!**/test-*.{ts,mjs}!', '!e2e/**!', '!*.config.{js,ts}!']
  const marked = (/** @type {readonly string[]} */ patterns) =>
    isProduction ? patterns.map((pattern) => `${pattern}!`) : patterns
  return {
    workspaces: {
      '.': {
        entry: marked(isProduction ? [...STARTED, ...SCRIPTS] : [...STARTED, ...OF_TESTS]),
        project: [...marked(['**/*.{ts,tsx,mts,mjs,js,css}']), '!packages/**', ...(isProduction ? productionOnly : [])],
      },
      // What they export is read by others than this repository, too.
      'packages/*': { entry: marked(['src/**/*.{ts,mjs}']), project: marked(['src/**/*.{ts,mjs}']) },
    },
    ignoreExportsUsedInFile: isProduction,
    ignoreDependencies: [
      '@modelcontextprotocol/server-everything',
      '@modelcontextprotocol/server-filesystem',
      '@modelcontextprotocol/server-memory',
      '@modelcontextprotocol/server-sequential-thinking',
      '@redocly/cli',
      'geist',
      'esbuild',
      'xml-js',
      '@biomejs/biome',
      'openapi-fetch',
    ],
    ignoreBinaries: ['faketime', 'go', 'kubectl', 'mkfifo', 'mount', 'nats-server', 'umount', 'unshare'],
    ignoreUnresolved: ['./types.js'],
  }
}

/** What the other mode finds by itself. */
const SCRIPTS = ['bench/run.ts', 'commands/papers/run-papers.ts', 'vitest.setup.ts']
const OF_TESTS = ['e2e/generated-client/smoke.mts']
