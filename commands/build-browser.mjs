// @ts-check
import { rmSync } from 'node:fs'
import { createRequire } from 'node:module'

/** Where the scripts of the pages are built, below `public/`. */
const SCRIPT_FOLDER = 'public/assets'

/**
 * The bundler that comes with tsx, which runs the other commands.
 *
 * @returns {typeof import('esbuild')}
 */
export function bundler() {
  const { resolve } = createRequire(import.meta.url)
  return createRequire(resolve('tsx/package.json'))('esbuild')
}

/**
 * Bundles what pages run in a browser (app/_browser/): one small module on every page, which loads the others where a
 * page needs them.
 */
export async function bundleBrowserScripts() {
  rmSync(SCRIPT_FOLDER, { recursive: true, force: true })
  await bundler().build({
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
