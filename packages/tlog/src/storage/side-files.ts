/**
 * Files beside a log, or at a place of their own: what else a service publishes. They may be replaced and removed, and
 * no file of a log can be one of them.
 */
export interface SideFiles {
  /** What people call the place in messages. */
  readonly name: string
  /** The bytes of a file; undefined: there is none. A bucket refuses one of more than 16 MiB. */
  read(path: string): Promise<Uint8Array | undefined>
  /** Writes a file completely or not at all; one that is there is replaced. */
  put(path: string, bytes: Uint8Array): Promise<void>
  /** Removes a file; none there is fine. */
  remove(path: string): Promise<void>
  /** Names of the files in a folder, in no order. */
  list(folder: string): Promise<string[]>
}

const FOLDER = /^(?!tile(?:\/|$))[a-z]+(?:\/[a-z]+)*$/
const FILE = /^[\w-][\w.-]{0,99}$/

/** Throws a TypeError for a path that is none of a file beside a log. */
export function checkSidePath(path: string): string {
  const at = path.lastIndexOf('/')
  if (!FILE.test(path.slice(at + 1)) || !FOLDER.test(path.slice(0, Math.max(0, at))))
    throw new TypeError(`${JSON.stringify(path)} is no path of a file beside a log`)
  return path
}

/** The same for a folder. */
export function checkSideFolder(path: string): string {
  if (!FOLDER.test(path)) throw new TypeError(`${JSON.stringify(path)} is no folder beside a log`)
  return path
}
