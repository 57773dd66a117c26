import { bundleOfEntry, decodeBundle, TILE_WIDTH } from 'assay-tlog/tile'
import { LogRefused, tileReaderOf } from 'assay-tlog/tree/stored-tree'
import type { ServedLog } from './served-log'

/**
 * The bytes of one published leaf in a log of `size`, which must be more than `index`. Throws `LogRefused` where the
 * bundle is damaged.
 */
export async function readEntry({ storage }: Pick<ServedLog, 'storage'>, index: number, size: number) {
  const entries = await readEntries({ storage }, index, size)
  const entry = entries[index % TILE_WIDTH]
  if (entry === undefined) throw new LogRefused(storage.name, { fault: 'damaged' })
  return entry
}

/** The entries of the bundle of one leaf, in order. */
export async function readEntries({ storage }: Pick<ServedLog, 'storage'>, index: number, size: number) {
  const bundle = bundleOfEntry(index, size)
  const entries = decodeBundle(await tileReaderOf(storage)(bundle), bundle.width)
  if (entries === undefined) throw new LogRefused(storage.name, { fault: 'damaged' })
  return entries
}
