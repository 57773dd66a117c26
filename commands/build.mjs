// @ts-check
import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { bundleBrowserScripts, bundler } from './build-browser.mjs'
import { bundleGuard } from './build-guard.mjs'
import { bundleHook } from './build-hook.mjs'
import { runCommand, takeNoArguments } from './command.mjs'
import { BUILD, BUNDLE_FOLDER, builtConfig, enterProject, stamped } from './project.mjs'
import { mustRun } from './run.mjs'

/** What others install, in the order in which they need each other; see packages/. */
const PACKAGES = ['tlog', 'verify', 'client', 'decide']

const USAGE =
  'npm run build   builds the packages, and the pages and the service into .next and public/assets; a start does it too where sources changed'

await runCommand(import.meta.url, { usage: USAGE }, async (args) => {
  takeNoArguments(args)
  enterProject()
  // Also where it was not a start that asked for the build, so that the next start finds it.
  await stamped(BUILD, buildAll)
})

async function buildAll() {
  for (const name of PACKAGES) await compilePackage(name)
  await bundleHook('packages/hook/dist')
  await bundleGuard('packages/guard/dist')
  await bundleBrowserScripts()
  await mustRun('next build', process.execPath, ['node_modules/next/dist/bin/next', 'build'], {
    show: true,
    sameGroup: true,
    env: { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' },
  })
  // After Next, which empties its folder.
  await bundleService()
  await makeEmptyDatabase()
}

/** The first start copies it (lib/store/empty-database.ts). */
async function makeEmptyDatabase() {
  const folder = `${BUNDLE_FOLDER}/empty-database`
  rmSync(folder, { recursive: true, force: true })
  const words = ['--import', 'tsx', 'commands/migrate.ts']
  // Whatever service the environment is for.
  const unset = { DATABASE_URL: '', DATABASE_READ_URL: '', ROLE: '', DEMONSTRATION: '' }
  const files = { DATABASE_URL_FILE: '', DATABASE_READ_URL_FILE: '' }
  await mustRun('the empty database', process.execPath, words, {
    sameGroup: true,
    env: { ...unset, ...files, DATA_DIR: folder },
  })
  // An image has its files as another user than the one that copies them.
  openToAll(folder)
}

/** @param {string} path */
function openToAll(path) {
  const isFolder = statSync(path).isDirectory()
  chmodSync(path, isFolder ? 0o755 : 0o644)
  if (isFolder) for (const name of readdirSync(path)) openToAll(`${path}/${name}`)
}

/** @param {string} name */
async function compilePackage(name) {
  rmSync(`packages/${name}/dist`, { recursive: true, force: true })
  await mustRun(`tsc of packages/${name}`, process.execPath, [
    'node_modules/typescript/bin/tsc',
    '-p',
    `packages/${name}`,
  ])
}

/**
 * Bundles the service and its threads. Compiled at every start
 * instead, the compiler and its source maps would stay in memory (docs/decisions/023-memory-and-start.md).
 */
async function bundleService() {
  const { outputFiles } = await bundler().build({
    // A thread is found beside the file that starts it.
    entryPoints: {
      server: 'server.ts',
      thread: 'lib/jobs/index/index-worker.ts',
      'ranking-thread': 'lib/api/ranking/ranking-worker.ts',
      'tokens-thread': 'lib/jobs/texts/tokens-worker.ts',
      'products-thread': 'lib/products/thread/products-worker.ts',
      'yaml-thread': 'lib/probers/openapi/yaml-thread.mjs',
    },
    outdir: BUNDLE_FOLDER,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // The text of a module stays in memory. Names are kept for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    write: false,
    // Also for files of packages/, which have configurations of their own.
    tsconfig: 'tsconfig.json',
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Next, and what it leaves out of its own bundle.
    external: ['next', ...builtConfig().serverExternalPackages],
    logLevel: 'warning',
    // Packages in CommonJS call `require` for what Node has.
    banner: {
      js: "import { createRequire as createRequireHere } from 'node:module'; const require = createRequireHere(import.meta.url);",
    },
  })
  mkdirSync(BUNDLE_FOLDER, { recursive: true })
  for (const { path, text } of outputFiles) writeFileSync(path, inOneByte(text))
}

/**
 * A module with one character that is not Latin-1, as some have in regular expressions, would take two bytes for each
 * of its characters.
 *
 * @param {string} text
 */
function inOneByte(text) {
  return text.replace(/(?<!\\)[\u0100-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
