import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** What of the process the hook depends on. */
export interface Machine {
  env: Readonly<Record<string, string | undefined>>
  home: string
  platform: string
}

/** Where everything is kept: `ASSAY_HOOK_STATE`, or the folder of the platform for what programs remember. */
export function stateRoot({ env, home, platform }: Machine): string {
  if (env.ASSAY_HOOK_STATE) return env.ASSAY_HOOK_STATE
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'assay-hook')
  return join(env.XDG_STATE_HOME || join(home, '.local', 'state'), 'assay-hook')
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
