import type { SideFiles } from 'assay-tlog/storage/side-files'
import { chunksOf } from 'assay-verify/chunks'
import type { App } from '../../api/context'
import type { Database } from '../../store/database'
import { findBundleTile, listTileDigests, type MadeTile } from '../sql/bundle-tiles'

/** What a new manifest changes of the files. */
interface BundleFiles {
  jws: string
  fresh: readonly MadeTile[]
  /** Digests of tiles that are kept no longer. */
  gone: readonly string[]
}

/** A copy of the files of the bundle beside the log, for a CDN. */
export interface BundlePlace {
  /** Brings the copy up to date; what fails is logged when it begins to fail, and made up for later. */
  follow(db: Database, files: BundleFiles): Promise<void>
}

const FOLDER = 'bundle/tiles'
const MANIFEST = 'bundle/manifest.jws'
/** Writes at a time. */
const AT_A_TIME = 8

/**
 * The copy at a place. The first time, and after a failure, all that is there is compared with the database: a process
 * that was killed leaves neither too little nor too much.
 */
export function openBundlePlace(files: SideFiles, log: App['log']): BundlePlace {
  let isComplete = false
  let isFailing = false
  const put = ({ digest, bytes }: MadeTile) => files.put(`${FOLDER}/${digest}`, bytes)
  const remove = (digest: string) => files.remove(`${FOLDER}/${digest}`)
  const complete = async (db: Database) => {
    const [there, kept] = [new Set(await files.list(FOLDER)), await listTileDigests(db)]
    await aFewAtATime(without(kept, there), async (digest) => {
      const bytes = await findBundleTile(db, digest)
      if (bytes !== undefined) await put({ digest, bytes })
    })
    return without(there, kept)
  }
  return {
    follow: async (db, { jws, fresh, gone }) => {
      try {
        const surplus = isComplete ? gone : await complete(db)
        if (isComplete) await aFewAtATime(fresh, put)
        isComplete = false
        await files.put(MANIFEST, new TextEncoder().encode(jws))
        await aFewAtATime(surplus, remove)
        isComplete = true
        isFailing = false
      } catch (cause) {
        isComplete = false
        if (!isFailing) log(`The decision bundle cannot be written to ${files.name}; it is served all the same.`, cause)
        isFailing = true
      }
    },
  }
}

function without(all: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...all].filter((name) => !others.has(name))
}

async function aFewAtATime<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (const some of chunksOf(items, AT_A_TIME)) await Promise.all(some.map(work))
}
