import type { Machine } from './state/state-folder.ts'

/** Wrong use: the message and the usage are printed, and the exit code is 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** Options and words of a command. */
export interface Given {
  words: string[]
  url: string | undefined
  key: string | undefined
  isProject: boolean
  isHttp: boolean
}

/** What a command works with. */
export interface Surroundings {
  machine: Machine
  cwd: string
  now: number
  print(line: string): void
}
