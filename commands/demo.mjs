// @ts-check
import { pathToFileURL } from 'node:url'
import { enterProject, failWith, install, ROOT } from './project.mjs'
import { createPrinter } from './step.mjs'

enterProject()
try {
  await createPrinter().step('install', install)
  ;(await import('tsx/esm/api')).register()
  /** @type {typeof import('./demo')} */
  const { demonstrate } = await import(pathToFileURL(`${ROOT}/commands/demo.ts`).href)
  process.exitCode = await demonstrate(process.argv.slice(2))
} catch (error) {
  failWith(error)
}
