import { type Given, type Surroundings, WrongUse } from '../command-types.ts'
import { turnReports } from '../refresh/turn-reports.ts'
import { stateRoot } from '../state/state-folder.ts'

/** Turns on or off that it is sent how calls went. */
export async function reportsCommand({ words }: Given, { machine, print }: Surroundings): Promise<void> {
  const [word, ...others] = words
  if ((word !== 'on' && word !== 'off') || others.length > 0) throw new WrongUse('reports takes on or off.')
  print(turnReports(stateRoot(machine), word === 'on'))
}
