import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reportsFile } from '../run/record-event.ts'
import { serviceFiles } from '../state/files.ts'
import { makePrivate } from '../state/state-folder.ts'
import { forgetOutcomes } from './send-outcomes.ts'

/** Turns on or off that it is sent how calls went, and answers a sentence on it. */
export function turnReports(root: string, isOn: boolean): string {
  if (isOn) {
    makePrivate(root)
    writeFileSync(reportsFile(root), '', { mode: 0o600 })
    return 'From now on it is sent how calls went: the id of the tool, success, time, kind of error, and nothing else.'
  }
  rmSync(reportsFile(root), { force: true })
  const services = join(root, 'services')
  for (const name of existsSync(services) ? readdirSync(services) : [])
    forgetOutcomes(serviceFiles(join(services, name)))
  return 'Nothing is sent any more; what waited is forgotten.'
}
