import { readdir } from 'node:fs/promises'
import { relative, sep } from 'node:path'

/** Folders of files as Next serves them, by the beginning of their paths. */
const FOLDERS = { '/_next/static/': '.next/static', '/': 'public' } as const
/** Files that the service makes itself; that of the icon has its hash as query. */
const MADE = ['/icon.svg', '/manifest.webmanifest', '/robots.txt'] as const

/**
 * Whether a target of a request, with or without a query, is a file of the build in the project folder `root`. Whatever
 * else looks like one is a page that says that it is missing, and counts for the limit of pages as every page does.
 */
export async function readPageFiles(root: string): Promise<(target: string) => boolean> {
  const lists = await Promise.all(
    Object.entries(FOLDERS).map(([prefix, folder]) => pathsIn(`${root}/${folder}`, prefix)),
  )
  const paths = new Set<string>([...MADE, ...lists.flat()])
  return (target) => paths.has(target.split('?', 1)[0] ?? '')
}

async function pathsIn(folder: string, prefix: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [...relative(folder, parentPath).split(sep), name].filter((part) => part !== ''))
    .map((parts) => `${prefix}${parts.map(encodeURIComponent).join('/')}`)
}
