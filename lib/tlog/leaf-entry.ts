import { bundleOfEntry, decodeBundle, TILE_WIDTH } from 'assay-tlog/tile'
import { TlogRefused, tileReaderOf } from 'assay-tlog/tree/stored-tree'
import type { ServedTlog } from './served-tlog'

/**
 * The bytes of one published leaf in a log of `size`, which must be more than `index`. Throws `TlogRefused` where the
 * bundle is damaged.
 */
export async function readLeafEntry({ storage }: Pick<ServedTlog, 'storage'>, index: number, size: number) {
  const entries = await readLeafEntries({ storage }, index, size)
  const entry = entries[index % TILE_WIDTH]
  if (entry === undefined) throw new TlogRefused(storage.name, { fault: 'damaged' })
  return entry
}

/** The entries of the bundle of one leaf, in order. */
export async function readLeafEntries({ storage }: Pick<ServedTlog, 'storage'>, index: number, size: number) {
  const bundle = bundleOfEntry(index, size)
  const entries = decodeBundle(await tileReaderOf(storage)(bundle), bundle.width)
  if (entries === undefined) throw new TlogRefused(storage.name, { fault: 'damaged' })
  return entries
}
