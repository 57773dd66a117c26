import { leafHash, rootOf } from 'assay-tlog/merkle'
import { openCheckpoint } from 'assay-tlog/note/checkpoint'
import type { TlogStorage } from 'assay-tlog/storage/storage'
import { readBundle, readTree } from 'assay-tlog/tree/stored-tree'
import { IDENTITY } from './place'

/** Checkpoints that a reader saw, and what is wrong with them. */
export interface Watch {
  /** Ends it. Sentences about checkpoints that do not agree with the final log, or with each other; empty: none. */
  finish(acknowledged: readonly string[]): Promise<{ faults: string[]; leaves: number; checkpoints: number }>
}

/** Reads the checkpoint again and again, as readers of the log do. */
export function watchCheckpoints(storage: TlogStorage): Watch {
  const roots = new Map<number, string>()
  const faults = new Set<string>()
  let newest = 0
  let isOver = false
  const look = async () => {
    const note = await storage.readCheckpoint()
    if (note === undefined) return
    const opened = openCheckpoint(note, IDENTITY)
    if (!opened.ok) return void faults.add(`a checkpoint was ${opened.fault}`)
    const { size, root } = opened.checkpoint
    const hex = Buffer.from(root).toString('hex')
    if ((roots.get(size) ?? hex) !== hex) faults.add(`two checkpoints of ${size} leaves had different roots`)
    if (size < newest) faults.add(`the checkpoint went back from ${newest} to ${size} leaves`)
    roots.set(size, hex)
    newest = Math.max(newest, size)
  }
  const watching = (async () => {
    while (!isOver) {
      await look().catch((cause: unknown) => faults.add(String(cause)))
      await new Promise((resolve) => setTimeout(resolve, 1))
    }
  })()
  return {
    finish: async (acknowledged) => {
      isOver = true
      await watching
      const tree = await readTree(storage, IDENTITY)
      const entries: Uint8Array[] = []
      for (let index = 0; index * 256 < tree.size; index += 1) entries.push(...(await readBundle(storage, tree, index)))
      for (const [size, root] of roots)
        if (Buffer.from(rootOf(entries.slice(0, size).map(leafHash))).toString('hex') !== root)
          faults.add(`the checkpoint of ${size} leaves is not of this log`)
      const texts = entries.map((entry) => JSON.parse(Buffer.from(entry).toString()).text as string)
      const lost = acknowledged.filter((text) => texts.filter((one) => one === text).length !== 1)
      if (lost.length > 0) faults.add(`${lost.length} acknowledged leaves are lost or doubled`)
      return { faults: [...faults], leaves: tree.size, checkpoints: roots.size }
    },
  }
}
