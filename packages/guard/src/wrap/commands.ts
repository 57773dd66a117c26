import { resolve } from 'node:path'
import { entryOf } from 'assay-hook/install/hook-command'
import { serviceAddress } from 'assay-hook/state/state-folder'
import { type Command, type Given, textOf, textsOf, WrongUse } from '../command-types.ts'
import { askAddress } from './ask-address.ts'
import { unwrapFile } from './unwrap-file.ts'
import { wrapFile } from './wrap-file.ts'

/** Makes the servers of a configuration go through the guard. */
export const wrap: Command = async (given, { machine, cwd, print }) => {
  const path = resolve(cwd, fileOf(given))
  const named = textOf(given, 'service')
  const service = named === undefined ? null : serviceAddress(named)
  if (named !== undefined && service === null)
    throw new WrongUse(`--service ${named} is not the address of a service (https://…).`)
  const isDryRun = given.options['dry-run'] === true
  const program = programOf(print)
  await wrapFile(
    { path, program, service, except: textsOf(given, 'except'), isDryRun },
    { machine, cwd, ask: askAddress, print },
  )
  if (service === null)
    print('No service is named: where the client does not set ASSAY_URL, the guard goes by its own calls alone.')
}

/** Takes that back. */
export const unwrap: Command = async (given, { machine, cwd, print }) => {
  unwrapFile({ path: resolve(cwd, fileOf(given)), program: programOf(print) }, { machine, print })
}

/** The command that starts this program, whatever the search path of the client is. */
function programOf(print: (line: string) => void): [string, string] {
  return [process.execPath, entryOf('assay-guard', print)]
}

function fileOf({ words: [file, ...others], command }: Given): string {
  if (file === undefined || others.length + command.length > 0)
    throw new WrongUse('One file is needed: the configuration of a client.')
  return file
}
