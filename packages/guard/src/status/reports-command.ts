import { turnReports } from 'assay-hook/refresh/turn-reports'
import { stateRoot } from 'assay-hook/state/state-folder'
import { type Command, WrongUse } from '../command-types.ts'

/** Turns on or off that it is sent how calls went. */
export const reports: Command = async ({ words }, { machine, print }) => {
  const [word, ...others] = words
  if ((word !== 'on' && word !== 'off') || others.length > 0) throw new WrongUse('reports takes on or off.')
  print(turnReports(stateRoot(machine, 'assay-guard'), word === 'on'))
}
