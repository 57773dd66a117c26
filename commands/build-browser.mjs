// @ts-check
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Where the scripts of the pages are built, below `public/`. */
const SCRIPT_FOLDER = 'public/assets'

/**
 * Bundles what pages run in a browser (app/_browser/): one small module on every page, which loads the others where a
 * page needs them.
 */
export async function bundleBrowserScripts() {
  // The compiler of tsx, which runs the other commands.
  const { resolve } = createRequire(import.meta.url)
  /** @type {typeof import('esbuild')} */
  const { build } = createRequire(resolve('tsx/package.json'))('esbuild')
  rmSync(SCRIPT_FOLDER, { recursive: true, force: true })
  await build({
    entryPoints: { site: 'app/_browser/site.ts' },
    outdir: SCRIPT_FOLDER,
    bundle: true,
    // Also for files of packages/, which have configurations of their own.
    tsconfig: 'tsconfig.json',
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  })
}
