import { DAY_MS, MINUTE_MS } from 'assay-verify/duration'
import { buildHere } from '../../lib/jobs/index/segment-builder'
import { openIndexJob, refreshSearchIndex } from '../../lib/jobs/index-catalog'
import { openSearchWeights } from '../../lib/runtime/search-weights'
import { type OpenDatabase, openDatabase } from '../../lib/store/database'
import {
  type Demonstration,
  findDemonstration,
  markAsDemonstration,
  NotThatDatabase,
  recordCompleteUntil,
} from '../../lib/store/demonstration'
import { prepareQueueKey } from '../../lib/store/outbox/queue-key'
import { emptyDemoFolder, takeDemoFolder } from './demo-folder'
import { beginOfHistory, makeHistory } from './history/history-of-world'
import type { World } from './world/behaviour'
import { DEMO_SERVERS } from './world/demo-servers'
import type { DemoServer } from './world/read-servers'
import { seededChance } from './world/seeded-chance'
import { type ServedWorld, serveWorld } from './world/serve-world'

/** The same world for everybody. */
export const DEMO_SEED = 15
/** A history with a longer gap than this is made anew. */
const LONGEST_GAP_MS = 3 * DAY_MS

export interface DemoData {
  world: World
  served: ServedWorld
  /** Up to when the history is complete. */
  present: Date
  /** Simulated by this call. */
  probes: number
}

export interface DemoWork {
  /** Folder of the data. */
  data: string
  worldPort: number
  now: Date
  onProgress: (note: string) => void
  seed?: number
  servers?: readonly DemoServer[]
  /** Length of a new history. */
  days?: number
}

/**
 * Makes the world and its history up to `now` in a folder of its own, or continues the history that is there, and
 * leaves the servers of the world running. Throws `CannotDemonstrate` where the folder holds another database.
 */
export async function bringDemoUpToDate(work: DemoWork): Promise<DemoData> {
  await takeDemoFolder(work.data)
  const present = new Date(Math.floor(work.now.getTime() / MINUTE_MS) * MINUTE_MS)
  let opened = await openDatabase({ databaseUrl: null, dataDir: work.data })
  prepareQueueKey({ configured: null, folder: work.data }, work.onProgress)
  try {
    let mark = await findDemonstration(opened.db)
    if (mark !== undefined && !canContinue(mark, present)) {
      await opened.close()
      await emptyDemoFolder(work.data)
      opened = await openDatabase({ databaseUrl: null, dataDir: work.data })
      mark = undefined
    }
    return await continueHistory(opened, mark, present, work)
  } finally {
    await opened.close()
  }
}

function canContinue({ completeUntil }: Demonstration, present: Date): boolean {
  if (completeUntil === null) return false
  const gapMs = present.getTime() - completeUntil.getTime()
  return gapMs >= 0 && gapMs <= LONGEST_GAP_MS
}

async function continueHistory(
  { db }: OpenDatabase,
  mark: Demonstration | undefined,
  present: Date,
  { worldPort, onProgress, seed = DEMO_SEED, servers = DEMO_SERVERS, days }: DemoWork,
): Promise<DemoData> {
  if (mark === undefined) await markAsDemonstration(db, seed, present)
  const { madeAt, ...known } = (await findDemonstration(db)) ?? refuse()
  const world: World = { servers, madeAt, chance: seededChance(known.seed) }
  const served = await serveWorld(world, () => new Date(), worldPort)
  try {
    const from = known.completeUntil ?? beginOfHistory(world, days)
    const probes = await makeHistory(db, world, served, { from, to: present }, (share) =>
      onProgress(`${Math.round(share * 100)} % of the history`),
    )
    await recordCompleteUntil(db, present)
    await refreshSearchIndex(
      openIndexJob({ db, searchWeights: openSearchWeights(null) }, buildHere, new AbortController().signal),
    )
    return { world, served, present, probes }
  } catch (cause) {
    await served.close()
    throw cause
  }
}

function refuse(): never {
  throw new NotThatDatabase('The database of the folder is not a demonstration.')
}
