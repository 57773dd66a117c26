import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { writeWhole } from 'assay-hook/state/write-whole'
import { LARGEST_BYTES, languageName } from '../servers/read-configuration.ts'

/** A configuration file as it was read. */
export interface EditedFile {
  /** Where a link leads to: the link stays one. */
  path: string
  isLink: boolean
  bytes: Buffer
  text: string
  mode: number
}

/** Reads a file that is to be changed. Throws where it is none, or not in UTF-8: written again it would be another. */
export function readFileToEdit(given: string): EditedFile {
  const path = realpathSync(given)
  const stat = statSync(path)
  if (!stat.isFile() || stat.size > LARGEST_BYTES) throw new Error('it is no configuration file')
  const bytes = readFileSync(path)
  const text = bytes.toString('utf8')
  if (!Buffer.from(text).equals(bytes)) throw new Error('it is not UTF-8')
  const isLink = lstatSync(given).isSymbolicLink()
  return { path, isLink, bytes, text, mode: stat.mode & 0o777 }
}

/** Writes the text in place of what was read. Throws, and writes nothing, where the file was changed meanwhile. */
export function replaceText({ path, bytes, mode }: EditedFile, text: string): void {
  if (!readFileSync(path).equals(bytes)) throw new Error('it was changed by another program meanwhile; run this again')
  writeWhole(path, text, { mode })
}

/** Throws, for a file in another language than JSON, what a person has to change in it. */
export function requireJson(path: string, program: readonly string[], service: string | null): void {
  const ending = /\.(toml|ya?ml)$/i.exec(path)?.[1]
  if (ending === undefined) return
  const [first = '', ...others] = program
  const before = [...others, 'run', '--name', 'NAME', ...(service === null ? [] : ['--service', service]), '--']
  const args = `[${[...before, 'COMMAND', 'ARGUMENT'].map((word) => JSON.stringify(word)).join(', ')}]`
  const lines =
    languageName(ending) === 'TOML'
      ? ['[mcp_servers.NAME]', `command = ${JSON.stringify(first)}`, `args = ${args}`]
      : ['NAME:', '  type: stdio', `  cmd: ${JSON.stringify(first)}`, `  args: ${args}`]
  throw new Error(
    [
      `${path} is ${languageName(ending)}, which wrap and unwrap do not change.`,
      'In the entry of each server that is to go through assay-guard, change these lines by hand:',
      '',
      ...lines.map((line) => `  ${line}`),
      '',
      'NAME is the name of the entry, COMMAND and ARGUMENT what it has as its command and its arguments now.',
      'For an address: "--url", "URL" in place of "--", "COMMAND", "ARGUMENT", and its headers in the environment of',
      'the entry, as ASSAY_GUARD_HEADERS, one "Name: value" a line.',
    ].join('\n'),
  )
}
