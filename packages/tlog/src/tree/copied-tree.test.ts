import { describe, expect, it } from 'vitest'
import { tilesOfTlog } from '../test-tiles.ts'
import { IDENTITY, memoryStorage, NOW, testEntries, testRoot, WRITER } from '../test-tlogs.ts'
import { tilePath } from '../tile.ts'
import { copyTree, TlogNotCopied } from './copied-tree.ts'
import { readTree, TlogRefused } from './stored-tree.ts'
import { appendLeaves } from './tree-writer.ts'

const EMPTY = new Uint8Array()

async function logOf(...sizes: number[]) {
  const storage = memoryStorage()
  let before = 0
  for (const size of sizes) {
    await appendLeaves(storage, WRITER, testEntries(before, size), { expectedSize: before, now: NOW })
    before = size
  }
  return storage
}

describe('a copied log', () => {
  it.each([1, 255, 256, 257, 1100, 65_537])('of %d leaves has every file and the checkpoint', async (size) => {
    const from = await logOf(size)
    const to = memoryStorage()
    expect(await copyTree(from, to, IDENTITY)).toMatchObject({ size, root: testRoot(size) })
    expect(await readTree(to, IDENTITY)).toEqual(await readTree(from, IDENTITY))
    expect([...to.files.keys()].sort()).toEqual(['checkpoint', ...tilesOfTlog(size).map(tilePath)].sort())
    // `toEqual` compares bytes one by one, four million of them in JavaScript.
    const differing = [...to.files].filter(
      ([path, bytes]) => Buffer.compare(bytes, from.files.get(path) ?? EMPTY) !== 0,
    )
    expect(differing.map(([path]) => path)).toEqual([])
  })

  it('of nothing is nothing', async () => {
    const to = memoryStorage()
    expect(await copyTree(memoryStorage(), to, IDENTITY)).toMatchObject({ size: 0, note: null })
    expect(to.files.size).toBe(0)
  })

  it('continues one that is there, and leaves one that goes on as it is', async () => {
    const [short, long] = [await logOf(300), await logOf(300, 700)]
    const to = await logOf(300)
    expect(await copyTree(long, to, IDENTITY)).toMatchObject({ size: 700 })
    expect(await readTree(to, IDENTITY)).toMatchObject({ size: 700, root: testRoot(700) })
    const { note } = await readTree(to, IDENTITY)
    expect(await copyTree(short, to, IDENTITY)).toMatchObject({ size: 300 })
    expect((await readTree(to, IDENTITY)).note).toBe(note)
  })

  it('is completed by the same call, wherever it was interrupted', async () => {
    const from = await logOf(9_000)
    for (let writes = 0; ; writes += 1) {
      const to = memoryStorage()
      let left = writes
      const cut = async <Result>(work: () => Promise<Result>) => {
        left -= 1
        if (left < 0) throw new Error('cut')
        return work()
      }
      const failing = {
        ...to,
        create: (files: Parameters<typeof to.create>[0]) => cut(() => to.create(files)),
        replaceCheckpoint: (next: string, expected: string | undefined) =>
          cut(() => to.replaceCheckpoint(next, expected)),
      }
      const isWhole = await copyTree(from, failing, IDENTITY).then(
        () => true,
        () => false,
      )
      expect(to.files.has('checkpoint')).toBe(isWhole)
      if (isWhole) break
      await copyTree(from, to, IDENTITY)
      expect(await readTree(to, IDENTITY)).toMatchObject({ size: 9_000, root: testRoot(9_000) })
    }
  })

  it('is refused where another log is, and nothing is written', async () => {
    const from = await logOf(300)
    const to = memoryStorage()
    await appendLeaves(to, WRITER, testEntries(1, 300), { expectedSize: 0, now: NOW })
    const files = new Map(to.files)
    await expect(copyTree(from, to, IDENTITY)).rejects.toThrow(TlogNotCopied)
    expect(to.files).toEqual(files)
  })

  it('is refused where an entry was altered, and has no altered file', async () => {
    for (const path of ['tile/entries/000', 'tile/entries/001.p/44']) {
      const from = await logOf(300)
      const bytes = from.files.get(path)?.slice() ?? new Uint8Array()
      bytes[40] = (bytes[40] ?? 0) ^ 1
      from.files.set(path, bytes)
      const to = memoryStorage()
      await expect(copyTree(from, to, IDENTITY), path).rejects.toThrow(TlogRefused)
      expect(to.files.has('checkpoint')).toBe(false)
      expect(to.files.get(path) ?? new Uint8Array()).not.toEqual(bytes)
    }
  })
})
