import type { BundleManifest, TileDigest } from '../bundle.ts'
import { HolderProblem } from './bounded-get.ts'
import { parsed, readManifest } from './signed-manifest.ts'
import { type BundleStore, readStored, writeJson, writeStored } from './store.ts'
import { tileFile } from './tile-source.ts'
import type { Trust } from './trust.ts'

const MANIFEST_FILE = 'manifest.jws'
const STATE_FILE = 'state.json'

/** A manifest that was accepted. */
export interface Held {
  manifest: BundleManifest
  jws: Uint8Array<ArrayBuffer>
  /** Of the answer that it came in; null: it had none. */
  etag: string | null
}

/** What is stored besides the manifest and the tiles. */
export interface HolderState {
  /** When a manifest was asked for last, by the caller's clock; null: never. */
  askedAt: number | null
  clockAheadMs: number
  /** Of the manifest that is stored. */
  etag: string | null
  /** The newest that was accepted: none before it is. */
  newest: Pick<BundleManifest, 'sequence' | 'iat'> | null
  /** Every tile that may be stored. */
  tiles: TileDigest[]
}

/** What a holder has in its store. */
export class HeldFiles {
  readonly #store: BundleStore
  held: Held | null = null
  state: HolderState = { askedAt: null, clockAheadMs: 0, etag: null, newest: null, tiles: [] }

  constructor(store: BundleStore) {
    this.#store = store
  }

  /** Reads what is stored; what is damaged counts as not there, except how far the manifests had come. */
  async load(trust: Trust): Promise<void> {
    this.state = stateIn(parsed(await readStored(this.#store, STATE_FILE))) ?? this.state
    const jws = await readStored(this.#store, MANIFEST_FILE)
    if (jws === null) return
    try {
      const signed = readManifest(jws)
      await trust.require(signed, null)
      this.held = { manifest: signed.manifest, jws, etag: this.state.etag }
    } catch (error) {
      if (!(error instanceof HolderProblem)) throw error
    }
  }

  async writeState(change: Partial<HolderState>): Promise<void> {
    this.state = { ...this.state, ...change }
    await writeJson(this.#store, STATE_FILE, this.state)
  }

  /** Throws `HolderProblem` where the store takes them not. */
  async keepTiles(fetched: ReadonlyMap<TileDigest, Uint8Array>): Promise<void> {
    if (fetched.size === 0) return
    // First the names, so that none is forgotten in the store.
    await this.writeState({ tiles: [...new Set([...this.state.tiles, ...fetched.keys()])] })
    for (const [digest, bytes] of fetched) await writeStored(this.#store, tileFile(digest), bytes)
  }

  /**
   * The manifest, whose tiles are kept before it; then those that it does not need go. Throws `HolderProblem` where the
   * store takes it not. A newer one of another holder stays.
   */
  async keepManifest({ manifest, jws, etag }: Held, needed: ReadonlySet<TileDigest>): Promise<void> {
    const stored = await readStored(this.#store, MANIFEST_FILE)
    if (stored !== null && sequenceOf(stored) > manifest.sequence) return
    await writeStored(this.#store, MANIFEST_FILE, jws)
    const { sequence, iat } = manifest
    const old = this.state.tiles.filter((digest) => !needed.has(digest))
    await this.writeState({ etag, newest: { sequence, iat } })
    for (const digest of old) await this.#store.remove(tileFile(digest))
    await this.writeState({ tiles: [...needed] })
  }
}

/** -1 where the bytes are no manifest. */
function sequenceOf(jws: Uint8Array): number {
  try {
    return readManifest(jws).manifest.sequence
  } catch {
    return -1
  }
}

/** undefined: it is not what a holder writes. */
function stateIn(value: unknown): HolderState | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { askedAt, clockAheadMs, etag, newest, tiles } = value as { [Name in keyof HolderState]?: unknown }
  if (!Array.isArray(tiles) || !tiles.every((tile) => typeof tile === 'string')) return undefined
  const { sequence, iat } = (newest ?? {}) as { sequence?: unknown; iat?: unknown }
  return {
    askedAt: typeof askedAt === 'number' ? askedAt : null,
    clockAheadMs: typeof clockAheadMs === 'number' ? clockAheadMs : 0,
    etag: typeof etag === 'string' ? etag : null,
    newest: typeof sequence === 'number' && typeof iat === 'number' ? { sequence, iat } : null,
    tiles,
  }
}
