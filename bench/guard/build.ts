import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundler } from '../../commands/build-browser.mjs'

/** Builds the command `assay-guard` into a folder; answers its path. */
export async function buildGuard(folder: string): Promise<string> {
  return buildProgram('packages/guard/src/assay-guard.ts', folder)
}

/** Builds a program with all that it imports into one file in a folder; answers its path. */
export async function buildProgram(source: string, folder: string): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const outfile = join(folder, source.replace(/^.*\/|\.ts$/g, '').concat('.js'))
  await bundler().build({
    ...{ entryPoints: [source], outfile, bundle: true, tsconfig: 'tsconfig.json' },
    ...{ format: 'esm', platform: 'node', target: 'node20', logLevel: 'warning' },
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)" },
  })
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  return outfile
}
