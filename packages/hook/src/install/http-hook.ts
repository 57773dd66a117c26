import { CLAUDE_HOOK_LIMITS, claudeHookAddress } from 'assay-decide/claude-code'
import { Service } from 'assay-verify/commands/fetch-service'
import { findServersOfSetup } from 'assay-verify/commands/lock/locked-servers'
import type { SetupServer } from 'assay-verify/setup/setup-server'
import type { Surroundings } from '../command-types.ts'
import type { Host } from '../hosts/host.ts'
import { setupEntries } from '../setup/read-setup.ts'

const TIMEOUT_SECONDS = 5

/** Prints the lines by which Claude Code asks the service itself, with the ids of the servers of this folder. */
export async function printHttpHook(url: string, host: Host, { machine, cwd, print }: Surroundings): Promise<void> {
  const entries = setupEntries(host, cwd, machine)
  const ids = await findServersOfSetup(new Service(url, { withinMs: 60_000 }), entries)
  if (ids.size === 0) throw new Error('the service knows none of the servers that are configured here')
  const local = entries.filter(({ identifiers }) => identifiers[0]?.kind === 'package').map(({ name }) => name)
  const { address, left } = httpAddress(url, ids, new Set(local))
  const hooks = [{ type: 'http', url: address, timeout: TIMEOUT_SECONDS }]
  print(JSON.stringify({ hooks: { PreToolUse: [{ matcher: 'mcp__.*', hooks }] } }, null, 2))
  const unknown = entries.filter(({ name }) => !ids.has(name)).map(({ name }: SetupServer) => name)
  if (unknown.length > 0)
    print(`Not known to the service, so never refused: ${unknown.map((name) => JSON.stringify(name)).join(', ')}.`)
  if (left > 0) print(`${left} more servers do not fit into one address.`)
  print(
    'The lines go into .claude/settings.json of a project or of your home. Claude Code calls no address of a private network but this machine.',
  )
}

/** The address with as many servers as it takes; `left`: how many it does not. `local`: names of those run here. */
export function httpAddress(
  url: string,
  ids: ReadonlyMap<string, string>,
  local: ReadonlySet<string> = new Set(),
): { address: string; left: number } {
  const { servers, characters, nameCharacters } = CLAUDE_HOOK_LIMITS
  const named = [...ids].filter(([name]) => name !== '' && name.length <= nameCharacters)
  const addressOf = (count: number) => claudeHookAddress(url, named.slice(0, count), local)
  let taken = Math.min(named.length, servers)
  while (taken > 0 && addressOf(taken).length > characters) taken -= 1
  return { address: addressOf(taken), left: ids.size - taken }
}
