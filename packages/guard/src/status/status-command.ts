import { stateRoot } from 'assay-hook/state/state-folder'
import { visibleLine } from 'assay-verify/text/visible-text'
import { type Command, WrongUse } from '../command-types.ts'
import type { ServerStatus } from './process-status.ts'
import { runningGuards } from './status-files.ts'
import { lastCallWords, refusedWords, servicesOf, stateWords } from './status-words.ts'

const MOST_QUARANTINED = 10

/** Prints how each server of each guard that runs on this machine is. */
export const status: Command = async ({ words }, { machine, print }) => {
  if (words.length > 0) throw new WrongUse('status takes no words.')
  const now = Date.now()
  const guards = runningGuards(stateRoot(machine, 'assay-guard'), now)
  if (guards.length === 0) return print('No guard is running.')
  for (const line of servicesOf(guards, now)) print(line)
  for (const { pid, servers } of guards) {
    print('')
    print(`Process ${pid}:`)
    for (const server of servers) for (const line of serverLines(server, now)) print(`  ${line}`)
  }
}

function serverLines(server: ServerStatus, now: number): string[] {
  const { calls, failed } = server.tally
  const last = lastCallWords(server, now)
  const counted = [
    `calls ${calls}${last === null ? '' : ` (last ${last})`}`,
    `failed ${failed}`,
    ...(server.process.restarts > 0 ? [`started again ${server.process.restarts}`] : []),
    ...refusedWords(server).map((words) => `refused ${words}`),
  ]
  return [
    `${visibleLine(server.name, 60)}: ${stateWords(server, now).words}; ${counted.join(', ')}`,
    ...server.quarantined.slice(0, MOST_QUARANTINED).map(({ why }) => `  ${visibleLine(why, 300)}`),
    ...(server.quarantined.length > MOST_QUARANTINED
      ? [`  and ${server.quarantined.length - MOST_QUARANTINED} more quarantined tools`]
      : []),
  ]
}
