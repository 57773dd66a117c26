import type { SideFiles } from 'assay-tlog/storage/side-files'

/** A place of files in memory, for tests. */
export function memoryPlace(): SideFiles & { files: Map<string, Uint8Array> } {
  const files = new Map<string, Uint8Array>()
  return {
    files,
    name: 'memory',
    read: async (path) => files.get(path),
    put: async (path, bytes) => {
      files.set(path, bytes.slice())
    },
    remove: async (path) => {
      files.delete(path)
    },
    list: async (folder) => [...files.keys()].map((path) => path.slice(folder.length + 1)),
  }
}
