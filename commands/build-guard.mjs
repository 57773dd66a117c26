// @ts-check
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundler } from './build-browser.mjs'
import { runCommand, takeNoArguments } from './command.mjs'

const OUTPUT = 'packages/guard/dist'

/**
 * Builds the command `assay-guard` into a folder, with Node as its only dependency: a client starts it once for each
 * server, and a bundle starts in three quarters of the time of packages of their own.
 *
 * @param {string} outdir
 */
export async function bundleGuard(outdir) {
  rmSync(outdir, { recursive: true, force: true })
  const { metafile } = await bundler().build({
    entryPoints: ['packages/guard/src/assay-guard.ts'],
    outdir,
    bundle: true,
    tsconfig: 'tsconfig.json',
    // What only `run` needs is a file of its own, so that other commands do not load it.
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names stay, for traces of errors that people send.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'inline',
    metafile: true,
    logLevel: 'warning',
    // Packages in CommonJS call `require` for what Node has.
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  })
  writeFileSync(join(outdir, 'LICENSES.txt'), licensesOf(Object.values(metafile.outputs).flatMap(usedFiles)))
}

/** @param {import('esbuild').Metafile['outputs'][string]} output */
function usedFiles({ inputs }) {
  return Object.keys(inputs).filter((file) => (inputs[file]?.bytesInOutput ?? 0) > 0)
}

/**
 * The licences of the packages that files are from, as what is in a bundle has to come with them.
 *
 * @param {readonly string[]} files
 */
function licensesOf(files) {
  const names = files.flatMap((file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? [])
  return [...new Set(names)].sort().map(licenseOf).join('\n')
}

/** @param {string} name */
function licenseOf(name) {
  const folder = join('node_modules', name)
  const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim())
  return [`${name} ${version}, ${license}`, '', ...texts, '', '-'.repeat(80), ''].join('\n')
}

await runCommand(
  import.meta.url,
  { usage: 'npm run build:guard   builds the command of packages/guard into its folder dist' },
  async (args) => {
    takeNoArguments(args)
    await bundleGuard(OUTPUT)
  },
)
