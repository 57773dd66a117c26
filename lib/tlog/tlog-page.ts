import { TILE_WIDTH } from 'assay-tlog/tile'
import { type Leaf, parseLeaf } from 'assay-verify/leaves/leaf'
import type { OutputOf } from '../contract/operations'
import type { TlogContext } from './context'
import { readLeafEntries } from './leaf-entry'
import { log } from './operations/log'

/** A leaf with its number, for reading. */
interface NumberedLeaf {
  index: number
  leaf: Leaf
}

export interface TlogPage {
  summary: OutputOf<'log'>
  /** The newest first. */
  newest: NumberedLeaf[]
}

const NEWEST_SHOWN = 25

/**
 * What the page of the log shows; undefined: this process serves none. `unreadable`: its database or its files cannot
 * be read now.
 */
export async function tlogPage(context: TlogContext): Promise<TlogPage | 'unreadable' | undefined> {
  if (context.tlog === null) return undefined
  try {
    return { summary: await log({}, context), newest: await newestLeaves(context) }
  } catch (cause) {
    context.log('the log cannot be read for its page', cause)
    return 'unreadable'
  }
}

async function newestLeaves({ tlog, now }: TlogContext): Promise<NumberedLeaf[]> {
  const size = (await tlog?.published(now))?.size ?? 0
  const newest: NumberedLeaf[] = []
  for (let end = size; end > 0 && tlog !== null && newest.length < NEWEST_SHOWN; ) {
    const first = end - 1 - ((end - 1) % TILE_WIDTH)
    const entries = await readLeafEntries(tlog, first, size)
    for (const [at, entry] of [...entries.entries()].reverse()) {
      const parsed = parseLeaf(entry)
      if (parsed.ok) newest.push({ index: first + at, leaf: parsed.leaf })
    }
    end = first
  }
  return newest.slice(0, NEWEST_SHOWN)
}
