import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Machine, makePrivate, serviceAddress } from './state-folder.ts'
import { writeWhole } from './write-whole.ts'

/** The options that `install` was given, for the other commands. `keys`: the key given for the address of a service. */
interface Settings {
  url: string | null
  keys: Record<string, string>
}

const pathOf = (root: string) => join(root, 'settings.json')

export function readSettings(root: string): Settings {
  try {
    const { url = null, keys = {} }: Partial<Settings> = JSON.parse(readFileSync(pathOf(root), 'utf8'))
    return { url: serviceAddress(url ?? undefined), keys }
  } catch {
    return { url: null, keys: {} }
  }
}

/** Remembers the service that was installed last, and its key where one was given. */
export function rememberService(root: string, url: string, key: string | undefined): void {
  const { keys } = readSettings(root)
  makePrivate(root)
  writeWhole(pathOf(root), JSON.stringify({ url, keys: key === undefined ? keys : { ...keys, [url]: key } }))
}

/** The service of a command: as given, as the environment says, as it was installed last; null: none is named. */
export function serviceOf(url: string | undefined, { env }: Machine, root: string): string | null {
  return serviceAddress(url ?? (env.ASSAY_URL || undefined)) ?? (url === undefined ? readSettings(root).url : null)
}
