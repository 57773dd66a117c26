import type { MadeTile } from '../sql/bundle-tiles'

type Log = (line: string, cause?: unknown) => void

/** Where copies of the files of the bundle are kept, for a CDN. What fails there is logged once, and harms nothing. */
export interface BundlePlace {
  addTiles(tiles: readonly MadeTile[], log: Log): Promise<void>
  /** Puts the manifest there, and removes tiles that are kept no longer. */
  publish(jws: string, gone: readonly string[], log: Log): Promise<void>
}
