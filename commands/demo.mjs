// @ts-check
import { enterProject, failWith, install } from './project.mjs'
import { createPrinter } from './step.mjs'

enterProject()
try {
  await createPrinter().step('install', install)
  ;(await import('tsx/esm/api')).register()
  /** @type {typeof import('./demo')} */
  const { demonstrate } = await import(new URL('demo.ts', import.meta.url).href)
  process.exitCode = await demonstrate(process.argv.slice(2))
} catch (error) {
  failWith(error)
}
