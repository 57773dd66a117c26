// @ts-check
import { pathToFileURL } from 'node:url'
import { runCommand } from './command.mjs'
import { DEMO_USAGE, readDemoOptions } from './demo/demo-options.mjs'
import { enterProject, install, ROOT } from './project.mjs'
import { createPrinter } from './step.mjs'

await runCommand(import.meta.url, { usage: DEMO_USAGE }, async (args) => {
  const options = readDemoOptions(args)
  enterProject()
  await createPrinter().step('install', install)
  ;(await import('tsx/esm/api')).register()
  /** @type {typeof import('./demo/demonstrate')} */
  const { demonstrate } = await import(pathToFileURL(`${ROOT}/commands/demo/demonstrate.ts`).href)
  return demonstrate(options)
})
