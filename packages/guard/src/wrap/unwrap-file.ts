import { isMembers, type Members } from 'assay-hook/hosts/members'
import { messageOf } from 'assay-hook/message-of'
import { type Machine, stateRoot } from 'assay-hook/state/state-folder'
import { quoted } from 'assay-verify/text/visible-text'
import { type Entry, entriesIn } from '../servers/configuration-text.ts'
import { readGuardWords, runsGuard } from '../servers/guard-words.ts'
import { type ReadEntry, readEntry } from '../servers/read-entry.ts'
import { readFileToEdit, replaceText, requireJson } from './edited-file.ts'
import { forgetOriginals, keptOriginals, sumOf } from './kept-originals.ts'
import { made } from './recipe.ts'
import { unwrappedEntry } from './unwrapped-entry.ts'

/** Takes back what `wrapFile` did. Throws an Error with a sentence; nothing is written then. */
export function unwrapFile(
  { path, program }: { path: string; program: readonly string[] },
  { machine, print }: { machine: Machine; print(line: string): void },
): void {
  requireJson(path, program, null)
  try {
    const root = stateRoot(machine, 'assay-guard')
    const file = readFileToEdit(path)
    const wrapped = entriesIn(file.text).entries.flatMap((entry) => {
      const read = wrappedRead(entry)
      return read === null ? [] : [{ entry, read }]
    })
    if (wrapped.length === 0) throw new Error('no server of it goes through assay-guard')
    const recipes = new Map(keptOriginals(root, file.path).map(({ sum, recipe }) => [sum, recipe]))
    let { text } = file
    // From the last, so that the places of the others stay.
    for (const { entry, read } of wrapped.toReversed()) {
      const { start, end } = entry.node
      const present = text.slice(start, end)
      const recipe = recipes.get(sumOf(present)) ?? unwrappedEntry(present, read)
      if (recipe === null) throw new Error(`the entry ${quoted(entry.name)} is damaged`)
      text = text.slice(0, start) + made(present, recipe) + text.slice(end)
    }
    entriesIn(text)
    replaceText(file, text)
    forgetOriginals(root, file.path)
    for (const { entry } of wrapped) print(`${quoted(entry.name)} is as it was before.`)
  } catch (error) {
    throw new Error(`${path} is not changed: ${messageOf(error)}.`, { cause: error })
  }
}

/** The entry as it reads, where it is one that `wrap` wrote; null: it is another's. Throws where it is damaged. */
function wrappedRead({ name, value }: Entry): ReadEntry | null {
  const read = readEntry(name, value)
  const words =
    typeof read !== 'string' && read.launch.kind === 'stdio'
      ? [read.launch.command, ...read.launch.args]
      : textsIn(value)
  // A line with --config is one that a person wrote.
  if (!runsGuard(words) || words.some((word) => /^--config\b/.test(word))) return null
  if (typeof read === 'string' || readGuardWords(words) === null)
    throw new Error(`the entry ${quoted(name)} is damaged`)
  return read
}

/** The command and the arguments of an entry that cannot be read, as far as they are texts. */
function textsIn(value: unknown): string[] {
  const { command, args }: Members = isMembers(value) ? value : {}
  const { path, args: inner }: Members = isMembers(command) ? command : { path: command }
  return [path, inner, args].flat().filter((one) => typeof one === 'string')
}
