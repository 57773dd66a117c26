import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Given, type Surroundings, WrongUse } from '../command-types.ts'
import { forgetOutcomes } from '../refresh/send-outcomes.ts'
import { reportsFile } from '../run/record-event.ts'
import { serviceFiles } from '../state/files.ts'
import { makePrivate, stateRoot } from '../state/state-folder.ts'

/** Turns on or off that it is sent how calls went. */
export async function reportsCommand({ words }: Given, { machine, print }: Surroundings): Promise<void> {
  const root = stateRoot(machine)
  if (words.join() === 'on') {
    makePrivate(root)
    writeFileSync(reportsFile(root), '', { mode: 0o600 })
    print('From now on it is sent how calls went: the id of the tool, success, time, kind of error, and nothing else.')
  } else if (words.join() === 'off') {
    rmSync(reportsFile(root), { force: true })
    const services = join(root, 'services')
    for (const name of existsSync(services) ? readdirSync(services) : [])
      forgetOutcomes(serviceFiles(join(services, name)))
    print('Nothing is sent any more; what waited is forgotten.')
  } else throw new WrongUse('reports takes on or off.')
}
