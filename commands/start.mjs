// @ts-check
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runCommand } from './command.mjs'
import { BUNDLE_FOLDER, build, builtConfig, enterProject, install, ROOT } from './project.mjs'
import { createPrinter } from './step.mjs'

const USAGE = `npm start         installs and builds what is not up to date, and serves on PORT (3000)
npm run dev       the same from the sources, reloading on change
  --built         without install and build, as in an image that has both`

/** `npm start` and `npm run dev`. @param {string[]} args */
export async function start(args) {
  const { values } = parseArgs({ args, options: { dev: { type: 'boolean' }, built: { type: 'boolean' } } })
  const { dev = false, built = false } = values
  enterProject()
  const printer = createPrinter()
  // An image's packages and build are complete, and its files cannot be written.
  if (!built) await printer.step('install', install)
  if (!dev && !built) await printer.step('build', build)
  // Loaded here, as its packages may not have been installed before.
  if (dev) await import('./build-browser.mjs').then(({ bundleBrowserScripts }) => bundleBrowserScripts())
  // Set before React and Next are loaded, as both choose their production code by NODE_ENV then.
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' })
  // As Next's own standalone output does: read again, next.config.ts would be compiled, and the compiler would stay in
  // memory.
  if (!dev) process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(builtConfig())
  // In development from the sources; else from the bundle of the build.
  if (dev) (await import('tsx/esm/api')).register()
  /** @type {typeof import('../server')} */
  const { serve } = await import(pathToFileURL(dev ? `${ROOT}/server.ts` : `${ROOT}/${BUNDLE_FOLDER}/server.mjs`).href)
  await serve({ dev, log: printer.log, step: printer.step })
}

await runCommand(import.meta.url, { usage: USAGE }, start)
