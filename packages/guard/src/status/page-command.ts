import type { AddressInfo } from 'node:net'
import { stateRoot } from 'assay-hook/state/state-folder'
import { type Command, textOf, WrongUse } from '../command-types.ts'
import { servePage } from './page-server.ts'
import { runningGuards } from './status-files.ts'

const PORT = 4319

/** Serves the page of all guards of this machine, until the process is ended. */
export const page: Command = async (given, { machine, print }) => {
  if (given.words.length > 0) throw new WrongUse('page takes no words.')
  const port = textOf(given, 'port') ?? String(PORT)
  if (!(/^\d{1,5}$/.test(port) && Number(port) < 65_536)) throw new WrongUse('--port is a number from 0 to 65535.')
  const root = stateRoot(machine, 'assay-guard')
  const server = await servePage(Number(port), (now) => runningGuards(root, now))
  print(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
}
