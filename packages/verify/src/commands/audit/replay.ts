import { leavesText } from 'assay-tlog/leaves-text'
import { sameHash } from 'assay-tlog/merkle'
import { tilePath } from 'assay-tlog/tile'
import { type Finding, finding } from '../../audit/finding.ts'
import { type ComputedTile, replayedTree } from '../../audit/replayed-tree.ts'
import { TlogFacts } from '../../audit/tlog-facts.ts'
import { type DocumentLeaf, namesDocument, parseLeaf } from '../../leaves/leaf.ts'
import { plural } from '../../text/plural.ts'
import type { Service } from '../fetch-service.ts'
import { findTile, readBundles } from './served-tlog.ts'

/** A tree that the log must have had. */
export interface KnownTree {
  size: number
  root: Uint8Array
  /** What it means where it had another. */
  code: 'fork' | 'split_view' | 'wrong_root'
  /** Who says so. */
  source: string
}

/** A leaf that names a document. */
export interface NamedDocument {
  index: number
  leaf: DocumentLeaf
}

export interface ReplayOptions {
  service: Service
  found(finding: Finding): void
  /** Gets the leaves of each bundle that name documents, before the next bundle is read. */
  onDocuments(named: readonly NamedDocument[]): Promise<void>
}

/** A log read from its beginning: its tree and what it says. It keeps no entries. */
export class Replay {
  readonly facts = new TlogFacts()
  readonly #tree = replayedTree()
  readonly #options: ReplayOptions

  constructor(options: ReplayOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#tree.size
  }

  root(): Uint8Array {
    return this.#tree.root()
  }

  /**
   * Reads the leaves until before `to`, and compares the tree and its full tiles with those that are known. false: a
   * bundle is missing; `size` says which entry is the next.
   */
  async readTo(to: number, known: readonly KnownTree[]): Promise<boolean> {
    const { service } = this.#options
    this.#compare(known)
    for await (const bundle of readBundles(service, this.#tree.size, to)) {
      if (bundle === null) return false
      const named: NamedDocument[] = []
      for (const entry of bundle.entries) {
        this.#take(entry, named)
        const full = this.#tree.add(entry)
        for (const tile of full) await this.#compareTile(tile)
        this.#compare(known)
      }
      await this.#options.onDocuments(named)
    }
    return true
  }

  /** Compares the partial tiles at the end. Those of a log that has grown meanwhile may be gone: `hasGrown`. */
  async comparePartialTiles(hasGrown: () => Promise<boolean>): Promise<void> {
    for (const computed of this.#tree.partialTiles()) await this.#compareTile(computed, hasGrown)
  }

  #take(entry: Uint8Array, named: NamedDocument[]): void {
    const index = this.#tree.size
    const parsed = parseLeaf(entry)
    if (!parsed.ok) {
      this.#options.found(finding('bad_leaf', index, null, `It is no leaf: ${parsed.fault}.`))
      return
    }
    const { leaf } = parsed
    for (const one of this.facts.add(leaf, index)) this.#options.found(one)
    if (namesDocument(leaf)) named.push({ index, leaf })
  }

  #compare(known: readonly KnownTree[]): void {
    const { size } = this.#tree
    for (const { size: wanted, root, code, source } of known) {
      if (wanted !== size || sameHash(root, this.#tree.root())) continue
      this.#options.found(
        finding(
          code,
          null,
          null,
          `The first ${leavesText(size)} ${plural(size, 'has', 'have')} another root than ${source}.`,
        ),
      )
    }
  }

  async #compareTile({ tile, bytes }: ComputedTile, hasGrown = async () => false): Promise<void> {
    const served = await findTile(this.#options.service, tile)
    if (served !== null && sameBytes(served, bytes)) return
    if (served === null && (await hasGrown())) return
    const at = served === null ? 0 : Math.floor(bytes.findIndex((byte, place) => byte !== served[place]) / 32)
    const leaf = tile.level === 0 ? tile.index * 256 + Math.max(0, at) : null
    const text = served === null ? 'is missing' : 'does not agree with the entries'
    this.#options.found(finding('wrong_tile', leaf, null, `${tilePath(tile)} ${text}.`))
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place])
}
