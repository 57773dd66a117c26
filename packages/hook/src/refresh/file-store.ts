import { readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BundleStore } from 'assay-decide/holder/store'
import { makePrivate } from '../state/state-folder.ts'
import { writeWhole } from '../state/write-whole.ts'

const LARGEST_BYTES = 16_777_216

/**
 * What a holder fetched, in a folder that nobody else reads. A full disk leaves what was there. `isLasting`: which
 * files are on the disk before the write ends; left out: all.
 */
export function fileStore(folder: string, isLasting: (name: string) => boolean = () => true): BundleStore {
  const pathOf = (name: string) => join(folder, name)
  return {
    async read(name) {
      const stat = statSync(pathOf(name), { throwIfNoEntry: false })
      return !stat?.isFile() || stat.size > LARGEST_BYTES ? null : readFileSync(pathOf(name))
    },
    async write(name, bytes) {
      makePrivate(folder)
      writeWhole(pathOf(name), bytes, { isLasting: isLasting(name) })
    },
    async remove(name) {
      rmSync(pathOf(name), { force: true })
    },
  }
}
