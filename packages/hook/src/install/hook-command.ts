import type { HookCommand } from '../hosts/host.ts'

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
