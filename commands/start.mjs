// @ts-check
import { pathToFileURL } from 'node:url'
import { BUNDLE_FOLDER, build, enterProject, failWith, install, ROOT } from './project.mjs'
import { createPrinter } from './step.mjs'

enterProject()
const dev = process.argv.includes('--dev')
// For an image, whose packages and build are complete and whose files cannot be written.
const built = process.argv.includes('--built')
const printer = createPrinter()
try {
  if (!built) await printer.step('install', install)
  if (!dev && !built) await printer.step('build', build)
  // Loaded here, as its packages may not have been installed before.
  if (dev) await import('./build-browser.mjs').then(({ bundleBrowserScripts }) => bundleBrowserScripts())
  // Set before React and Next are loaded, as both choose their production code by NODE_ENV then.
  Object.assign(process.env, { NODE_ENV: dev ? 'development' : 'production', NEXT_TELEMETRY_DISABLED: '1' })
  // In development from the sources; else from the bundle of the build.
  if (dev) (await import('tsx/esm/api')).register()
  /** @type {typeof import('../server')} */
  const { serve } = await import(pathToFileURL(dev ? `${ROOT}/server.ts` : `${ROOT}/${BUNDLE_FOLDER}/server.mjs`).href)
  await serve({ dev, log: printer.log, step: printer.step })
} catch (error) {
  failWith(error)
}
