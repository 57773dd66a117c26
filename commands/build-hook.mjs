// @ts-check
import { rmSync } from 'node:fs'
import { bundler } from './build-browser.mjs'
import { runCommand, takeNoArguments } from './command.mjs'

const SOURCE = 'packages/hook/src'
const OUTPUT = 'packages/hook/dist'

/** What a call waits for is one file, and what only a changed setting needs another: each file costs a millisecond. */
const OF_A_CALL = ['assay-hook.ts', 'setup/read-setup.ts']
const OTHERS = ['commands.ts', 'setup/read-pins.ts']

/**
 * Builds the command `assay-hook` into a folder, with Node as its only dependency where `isWhole`.
 *
 * @param {string} outdir
 * @param {{ isWhole?: boolean }} [options]
 */
export async function bundleHook(outdir, { isWhole = false } = {}) {
  rmSync(outdir, { recursive: true, force: true })
  for (const files of [OF_A_CALL, OTHERS]) {
    await bundler().build({
      entryPoints: files.map((file) => `${SOURCE}/${file}`),
      outdir,
      outbase: SOURCE,
      entryNames: '[name]',
      bundle: true,
      tsconfig: 'tsconfig.json',
      format: 'esm',
      platform: 'node',
      target: 'node20',
      external: isWhole || files === OF_A_CALL ? [] : ['assay-verify/*', 'assay-tlog/*'],
      plugins: [{ name: 'files of their own', setup: keepApart }],
      legalComments: 'inline',
      logLevel: 'warning',
    })
  }
}

/**
 * A file that is built alone is loaded when it is needed.
 *
 * @param {import('esbuild').PluginBuild} build
 */
function keepApart(build) {
  const names = [...OF_A_CALL, ...OTHERS].map((file) => file.split('/').at(-1))
  build.onResolve({ filter: /\.ts$/ }, ({ path, kind }) => {
    const name = path.split('/').at(-1) ?? ''
    if (kind !== 'dynamic-import' || !names.includes(name)) return undefined
    return { path: `./${name.replace(/ts$/, 'js')}`, external: true }
  })
}

await runCommand(
  import.meta.url,
  { usage: 'npm run build:hook   builds the command of packages/hook into its folder dist' },
  async (args) => {
    takeNoArguments(args)
    await bundleHook(OUTPUT)
  },
)
