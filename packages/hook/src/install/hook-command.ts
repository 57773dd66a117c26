import { realpathSync } from 'node:fs'
import type { HookCommand } from '../hosts/host.ts'
import type { Program } from '../state/state-folder.ts'

const PLAIN = /^[\w@%+=:,./-]+$/

/**
 * The command that a host runs. `entry`: the file of this program, started by the Node that runs now; null: by its
 * name, for settings that others share. `url`: of the service; null: by ASSAY_URL.
 */
export function hookCommand(host: string, entry: string | null, url: string | null): HookCommand {
  const program = entry === null ? ['assay-hook'] : [process.execPath, entry]
  const words = [...program, 'run', host, ...(url === null ? [] : ['--url', url])]
  const quoted = words.map((word) => (PLAIN.test(word) ? word : `"${word.replaceAll('"', '')}"`)).join(' ')
  return {
    posix: words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' '),
    powershell: quoted.startsWith('"') ? `& ${quoted}` : quoted,
  }
}

/** The file of the program that runs, by which others start it whatever their search path is. */
export function entryOf(program: Program, print: (line: string) => void): string {
  const [, entry = ''] = process.argv
  const path = realpathSync(entry)
  if (/[\\/]_npx[\\/]/.test(path))
    print(`npx keeps it in a cache that is emptied at times: npm install --global ${program} keeps it.`)
  return path
}
