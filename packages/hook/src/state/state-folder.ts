import { mkdirSync, statSync } from 'node:fs'
import { homedir, userInfo } from 'node:os'
import { join } from 'node:path'

/** What of the process the hook depends on. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>
  home: string
  platform: string
}

/** The machine of this process. An empty `HOME` would make the folder that a project is in the home. */
export function thisMachine(): Machine {
  const home = homedir()
  return { env: process.env, home: ABSOLUTE.test(home) ? home : userInfo().homedir, platform: process.platform }
}

const ABSOLUTE = /^(?:[/\\]|[a-z]:)/i

/** Programs that keep something. */
export type Program = 'assay-hook' | 'assay-guard'

/**
 * Where a program keeps everything: what `ASSAY_HOOK_STATE` or `ASSAY_GUARD_STATE` names, or the folder of the platform
 * for what programs remember. Throws where it is in the present folder, or others may write there: they would choose
 * what is said.
 */
export function stateRoot(machine: Machine, program: Program = 'assay-hook'): string {
  const root = rootOf(machine, program)
  if (!ABSOLUTE.test(root)) throw new Error(`${root} is no absolute path, so nothing is kept there`)
  const own = process.getuid?.()
  const stat = own === undefined ? undefined : statSync(root, { throwIfNoEntry: false })
  if (stat !== undefined && ((stat.mode & OTHERS_WRITE) !== 0 || ![own, 0].includes(own === 0 ? 0 : stat.uid)))
    throw new Error(`others may write to ${root}, so nothing there is used`)
  return root
}

const OTHERS_WRITE = 0o002

function rootOf({ env, home, platform }: Machine, program: Program): string {
  const named = program === 'assay-hook' ? env.ASSAY_HOOK_STATE : env.ASSAY_GUARD_STATE
  if (named) return named
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), program)
  const { XDG_STATE_HOME: given = '' } = env
  return join(ABSOLUTE.test(given) ? given : join(home, '.local', 'state'), program)
}

/** What is kept of one service. */
export function serviceFolder(root: string, url: string): string {
  return join(root, 'services', encodeURIComponent(url).slice(0, 200))
}

/** What is remembered of the settings that hosts read. */
export function setupsFolder(root: string): string {
  return join(root, 'setups')
}

/** Makes the folder, for nobody else to read. */
export function makePrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

/** The address of a service, without a slash at the end; null: the text is none. */
export function serviceAddress(text: string | undefined): string | null {
  if (text === undefined || !/^https?:\/\//i.test(text) || !URL.canParse(text)) return null
  const { origin, pathname } = new URL(text)
  return origin + pathname.replace(/\/+$/, '')
}
