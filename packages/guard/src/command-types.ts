import type { Machine } from 'assay-hook/state/state-folder'

/** Wrong use: the message and the usage are printed, and the exit code is 2. */
export class WrongUse extends Error {
  override readonly name = 'WrongUse'
}

/** Options and words of a command. */
export interface Given {
  words: string[]
  /** After `--`: the command of a server. */
  command: string[]
  /** As they were given, without the dashes. */
  options: Readonly<Record<string, string | boolean | string[] | undefined>>
}

/** What a command works with. */
export interface Surroundings {
  machine: Machine
  cwd: string
  print(line: string): void
}

export type Command = (given: Given, surroundings: Surroundings) => Promise<void>

/** The text of an option; undefined: it was not given. */
export function textOf({ options }: Given, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** The texts of an option that may be given more than once. */
export function textsOf({ options }: Given, name: string): string[] {
  const value = options[name]
  return Array.isArray(value) ? value : []
}
