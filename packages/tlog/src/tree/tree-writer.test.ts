import { describe, expect, it } from 'vitest'
import { leafHash, readRoot } from '../merkle.ts'
import { openCheckpoint, parseCheckpointText, signCheckpoint } from '../note/checkpoint.ts'
import { signText } from '../note/signed-note.ts'
import { noteSigner } from '../note/verifier-key.ts'
import { proveConsistency, proveInclusion, verifyConsistency, verifyInclusion } from '../proof.ts'
import type { TlogStorage } from '../storage/storage.ts'
import { tilesOfTlog } from '../test-tiles.ts'
import { IDENTITY, memoryStorage, NOW, ORIGIN, testEntries, testRoot, WRITER } from '../test-tlogs.ts'
import { parseTilePath, tilePath } from '../tile.ts'
import { hashReaderOf, readBundle, readTree, TlogRefused } from './stored-tree.ts'
import { addCosignatures, appendLeaves, TlogChanged } from './tree-writer.ts'

/** Grows a log to each of the sizes in turn. */
async function grow(storage: TlogStorage, ...sizes: number[]) {
  let tree = await readTree(storage, IDENTITY)
  for (const size of sizes) {
    tree = await appendLeaves(storage, WRITER, testEntries(tree.size, size), { expectedSize: tree.size, now: NOW })
  }
  return tree
}

/** The tiles and bundles that a log of this size needs and the storage has not. */
const missingIn = ({ files }: { files: ReadonlyMap<string, Uint8Array> }, size: number) =>
  tilesOfTlog(size)
    .map(tilePath)
    .filter((path) => !files.has(path))

describe('appending', () => {
  it.each([[[1]], [[255, 256, 257]], [[256]], [[1, 2, 3, 300, 600, 1100]], [[65_535, 65_536, 65_537]], [[70_000]]])(
    'to %j gives the root, every tile that is needed, and proofs',
    async (sizes) => {
      const storage = memoryStorage()
      const tree = await grow(storage, ...sizes)
      const size = sizes.at(-1) ?? 0
      expect(tree).toMatchObject({ size, root: testRoot(size) })
      expect(await readTree(storage, IDENTITY)).toEqual(tree)
      expect(missingIn(storage, size)).toEqual([])

      const read = hashReaderOf(storage, size)
      const index = Math.floor(size / 2)
      const proof = await proveInclusion(index, size, read)
      const [entry = new Uint8Array()] = testEntries(index, index + 1)
      expect(verifyInclusion({ index, size, leafHash: leafHash(entry), root: tree.root, proof })).toBe(true)
      const from = sizes[0] ?? 0
      const consistency = await proveConsistency(from, size, read)
      expect(
        verifyConsistency({ from, fromRoot: testRoot(from), to: size, toRoot: tree.root, proof: consistency }),
      ).toBe(true)
      const bundle = Math.floor((size - 1) / 256)
      expect(await readBundle(storage, tree, bundle)).toEqual(testEntries(bundle * 256, size))
    },
  )

  it('partial files are deleted once the full one is there, and proofs of older sizes still read', async () => {
    const storage = memoryStorage()
    const sizes = [3, 5, 200, 255, 256, 258, 600]
    await grow(storage, ...sizes)
    const partials = [...storage.files.keys()].filter((path) => (parseTilePath(path)?.width ?? 256) < 256)
    // Levels above grow slowly: their partial tiles are of sizes that had a checkpoint.
    expect(partials.sort()).toEqual(['tile/0/002.p/88', 'tile/1/000.p/1', 'tile/1/000.p/2', 'tile/entries/002.p/88'])
    for (const size of sizes) {
      expect(await readRoot(size, hashReaderOf(storage, size))).toEqual(testRoot(size))
      await readBundle(storage, { origin: ORIGIN, size, root: testRoot(size) }, 0)
    }
  })

  it('nothing to append, and a first log', async () => {
    const storage = memoryStorage()
    const tree = await appendLeaves(storage, WRITER, [], { expectedSize: 0, now: NOW })
    expect(tree).toMatchObject({ size: 0, note: null })
    expect(storage.files.size).toBe(0)
  })

  it('another size than expected changes nothing', async () => {
    const storage = memoryStorage()
    await grow(storage, 5)
    const before = new Map(storage.files)
    for (const expectedSize of [0, 4, 6]) {
      const appended = appendLeaves(storage, WRITER, testEntries(5, 6), { expectedSize, now: NOW })
      await expect(appended).rejects.toThrow(TlogChanged)
    }
    expect(storage.files).toEqual(before)
  })

  it('a checkpoint that another process replaced meanwhile is left as it is', async () => {
    const storage = memoryStorage()
    await grow(storage, 5)
    const racing: TlogStorage = {
      ...storage,
      create: async (files) => {
        await storage.create(files)
        await grow(storage, 7)
      },
    }
    await expect(appendLeaves(racing, WRITER, testEntries(5, 6), { expectedSize: 5, now: NOW })).rejects.toMatchObject({
      name: 'TlogChanged',
      size: 7,
    })
    expect((await readTree(storage, IDENTITY)).size).toBe(7)
  })

  it('a new key continues the log of an earlier one', async () => {
    const storage = memoryStorage()
    await grow(storage, 5)
    const signer = noteSigner(ORIGIN, 'ed25519', new Uint8Array(32).fill(9))
    const entries = testEntries(5, 6)
    await expect(
      appendLeaves(storage, { origin: ORIGIN, signer }, entries, { expectedSize: 5, now: NOW }),
    ).rejects.toMatchObject({ fault: 'no_known_key' })
    const writer = { origin: ORIGIN, signer, earlierKeys: IDENTITY.keys }
    expect((await appendLeaves(storage, writer, entries, { expectedSize: 5, now: NOW })).root).toEqual(testRoot(6))
  })
})

describe('a crash at every single write', () => {
  class Crash extends Error {}

  /** Fails at write number `at`: before it has any effect, or after it has had all. */
  function crashing(
    storage: TlogStorage,
    at: number,
    when: 'before' | 'after',
  ): TlogStorage & { writes: () => number } {
    let writes = 0
    const write = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      writes += 1
      if (writes > at) throw new Crash()
      if (writes === at && when === 'before') throw new Crash()
      const result = await work()
      if (writes === at) throw new Crash()
      return result
    }
    return {
      ...storage,
      create: async (files) => {
        for (const file of files) await write(() => storage.create([file]))
      },
      replaceCheckpoint: (next, expected) => write(() => storage.replaceCheckpoint(next, expected)),
      removePartials: (path) => write(() => storage.removePartials(path)),
      writes: () => writes,
    }
  }

  it.each([
    [0, 3],
    [3, 5],
    [250, 260],
    [255, 256],
    [200, 1300],
    [65_530, 65_540],
  ])('from %d to %d leaves', async (from, to) => {
    const start = memoryStorage()
    await grow(start, ...(from === 0 ? [] : [from]))
    for (const when of ['before', 'after'] as const) {
      for (let at = 1, finished = false; !finished; at += 1) {
        const storage = memoryStorage(new Map(start.files))
        const entries = testEntries(from, to)
        const failing = crashing(storage, at, when)
        const outcome = await appendLeaves(failing, WRITER, entries, { expectedSize: from, now: NOW }).catch(
          (cause: unknown) => cause,
        )
        if (!(outcome instanceof Crash)) expect(outcome).toMatchObject({ size: to })
        finished = failing.writes() < at

        // It opens, and is the old log or the new one.
        const opened = await readTree(storage, IDENTITY)
        expect([from, to]).toContain(opened.size)
        expect(opened.root).toEqual(testRoot(opened.size))
        // It continues, with more entries than in the attempt that failed.
        const size = to + 3
        const more = testEntries(opened.size, size)
        const tree = await appendLeaves(storage, WRITER, more, { expectedSize: opened.size, now: NOW })
        expect(tree.root).toEqual(testRoot(size))
        expect(await readRoot(size, hashReaderOf(storage, size))).toEqual(tree.root)
        expect(missingIn(storage, size)).toEqual([])
      }
    }
  })
})

describe('a stored log that is not continued', () => {
  async function refusedAfter(change: (files: Map<string, Uint8Array>) => void, size = 600) {
    const storage = memoryStorage()
    await grow(storage, size)
    change(storage.files)
    const before = new Map(storage.files)
    const appended = appendLeaves(storage, WRITER, testEntries(size, size + 1), { expectedSize: size, now: NOW })
    const refusal = await appended.then(
      () => undefined,
      (cause: unknown) => cause,
    )
    expect(storage.files).toEqual(before)
    return refusal
  }
  const text = (words: string) => new TextEncoder().encode(words)
  const noteOf = (origin: string, seed: number) =>
    text(
      signCheckpoint(
        { origin, size: 600, root: testRoot(600) },
        noteSigner(origin, 'ed25519', new Uint8Array(32).fill(seed)),
        NOW,
      ),
    )

  it.each<[string, string, (files: Map<string, Uint8Array>) => void]>([
    [
      'half a tile',
      'damaged',
      (files) => files.set('tile/0/002.p/88', (files.get('tile/0/002.p/88') ?? text('')).subarray(0, 1000)),
    ],
    ['an empty tile', 'damaged', (files) => files.set('tile/1/000.p/2', text(''))],
    ['a tile of other content', 'damaged', (files) => files.set('tile/0/002.p/88', new Uint8Array(88 * 32))],
    [
      'half a bundle',
      'damaged',
      (files) => files.set('tile/entries/002.p/88', (files.get('tile/entries/002.p/88') ?? text('')).subarray(0, 100)),
    ],
    [
      'a bundle of other entries',
      'damaged',
      (files) => files.set('tile/entries/002.p/88', files.get('tile/entries/000') ?? text('')),
    ],
    ['a tile that is missing', 'missing', (files) => files.delete('tile/1/000.p/2')],
    ['a bundle that is missing', 'missing', (files) => files.delete('tile/entries/002.p/88')],
    ['no text', 'malformed', (files) => files.set('checkpoint', text(''))],
    [
      'half a checkpoint',
      'malformed',
      (files) => files.set('checkpoint', (files.get('checkpoint') ?? text('')).subarray(0, 60)),
    ],
    ['the log of another service', 'other_origin', (files) => files.set('checkpoint', noteOf('other.example/log', 5))],
    ['another key', 'no_known_key', (files) => files.set('checkpoint', noteOf(ORIGIN, 5))],
  ])('%s', async (_, fault, change) => {
    const refusal = await refusedAfter(change)
    expect(refusal).toBeInstanceOf(TlogRefused)
    expect(refusal).toMatchObject({ fault })
  })

  it('a log of the same key under another origin', async () => {
    const storage = memoryStorage()
    await grow(storage, 5)
    const identity = { origin: 'other.example', keys: IDENTITY.keys }
    await expect(readTree(storage, identity)).rejects.toMatchObject({ fault: 'other_origin' })
  })

  it('a root that was signed over other leaves', async () => {
    const refusal = await refusedAfter((files) => {
      const forged = { origin: ORIGIN, size: 600, root: testRoot(599) }
      files.set('checkpoint', text(signCheckpoint(forged, WRITER.signer, NOW)))
    })
    expect(refusal).toMatchObject({ fault: 'damaged' })
  })

  it('a bundle that another log wrote beyond the checkpoint', async () => {
    const storage = memoryStorage()
    await grow(storage, 600)
    storage.files.set('tile/entries/002.p/89', text('other'))
    await expect(appendLeaves(storage, WRITER, testEntries(600, 601), { expectedSize: 600, now: NOW })).rejects.toThrow(
      'differs',
    )
    expect((await readTree(storage, IDENTITY)).size).toBe(600)
  })

  it('any entry that was changed is found where its bundle is read', async () => {
    const storage = memoryStorage()
    const tree = await grow(storage, 600)
    for (const path of ['tile/entries/001', 'tile/entries/002.p/88']) {
      const bytes = storage.files.get(path)?.slice() ?? text('')
      bytes[40] = (bytes[40] ?? 0) ^ 1
      storage.files.set(path, bytes)
      const index = parseTilePath(path)?.index ?? -1
      await expect(readBundle(storage, tree, index)).rejects.toThrow(TlogRefused)
    }
    await expect(readBundle(storage, tree, 3)).rejects.toThrow(RangeError)
  })
})

describe('cosignatures', () => {
  const witness = noteSigner('witness.example', 'cosignature', new Uint8Array(32).fill(3))

  it('are added to the published checkpoint, once', async () => {
    const storage = memoryStorage()
    const { note } = await grow(storage, 5)
    const text = (note ?? '').slice(0, (note ?? '').indexOf('\n\n') + 1)
    expect(parseCheckpointText(text)?.size).toBe(5)
    const cosignature = signText(text, witness, NOW)
    const cosigned = await addCosignatures(storage, note ?? '', [cosignature])
    const opened = openCheckpoint((await storage.readCheckpoint()) ?? '', {
      origin: ORIGIN,
      keys: [WRITER.signer.key, witness.key],
    })
    expect(opened.ok && opened.verified).toHaveLength(2)
    expect(await addCosignatures(storage, cosigned ?? '', [cosignature])).toBe(cosigned)
    // The log goes on from a cosigned checkpoint.
    expect((await grow(storage, 6)).size).toBe(6)
  })

  it('of a checkpoint that has been replaced are left out', async () => {
    const storage = memoryStorage()
    const { note } = await grow(storage, 5)
    await grow(storage, 6)
    const cosignature = signText('x\n', witness, NOW)
    expect(await addCosignatures(storage, note ?? '', [cosignature])).toBeNull()
    expect((await readTree(storage, IDENTITY)).size).toBe(6)
  })
})
