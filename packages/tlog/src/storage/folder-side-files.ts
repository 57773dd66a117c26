import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { readIfThere } from './folder.ts'
import { checkSideFolder, checkSidePath, type SideFiles } from './side-files.ts'

/** What a process left that was killed while it wrote. */
const TEMPORARY = '.writing-'

/** Files beside a log in a folder. A file is written and synced under another name before it gets its own. */
export function folderSideFiles(folder: string): SideFiles {
  const root = resolve(folder)
  return {
    name: root,
    read: (path) => readIfThere(join(root, checkSidePath(path))),
    put: async (path, bytes) => {
      const place = join(root, checkSidePath(path))
      await mkdir(dirname(place), { recursive: true })
      const temporary = join(dirname(place), TEMPORARY + randomBytes(12).toString('hex'))
      try {
        const handle = await open(temporary, 'wx')
        try {
          await handle.writeFile(bytes)
          await handle.sync()
        } finally {
          await handle.close()
        }
        await rename(temporary, place)
      } finally {
        await rm(temporary, { force: true })
      }
    },
    remove: (path) => rm(join(root, checkSidePath(path)), { force: true }),
    list: async (path) => {
      const place = join(root, checkSideFolder(path))
      const entries = await readdir(place, { withFileTypes: true }).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code === 'ENOENT') return []
        throw cause
      })
      const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
      const left = files.filter((name) => name.startsWith(TEMPORARY))
      for (const name of left) await rm(join(place, name), { force: true })
      return files.filter((name) => !name.startsWith(TEMPORARY))
    },
  }
}
