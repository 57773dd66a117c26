import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { ConfigError, parseConfig } from '../config'
import { buildHere } from '../jobs/index/segment-builder'
import { openIndexJob, refreshSearchIndex } from '../jobs/index-catalog'
import { decodeWeights, encodeWeights } from '../search/rank/weights'
import { recordServers } from '../store/catalog/catalog'
import { readLearnedFile } from '../store/search/learned-files'
import { readIndexState } from '../store/search/search-segments'
import { testServer, testTool, uncategorized } from '../store/test-catalog'
import { TEST_EPOCH } from '../store/test-databases'
import { copyEmbeddedTemplate } from '../store/test-templates'
import { openApp } from './app'
import { openSearchWeights } from './search-weights'

const SHIPPED = readLearnedFile('search-weights')

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-weights-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Weights with another hash than those shipped. */
function others(): Uint8Array {
  const weights = decodeWeights(SHIPPED)
  return encodeWeights({ ...weights, training: { ...weights.training, seed: weights.training.seed + 1 } })
}

test('without a file the shipped weights are used', () => {
  expect(openSearchWeights(null)()).toBe(SHIPPED)
})

test.each<[string, Uint8Array | null, RegExp]>([
  ['no such file', null, /SEARCH_WEIGHTS: the file cannot be read \(ENOENT\)/],
  ['an empty file', new Uint8Array(0), /SEARCH_WEIGHTS: the file holds no search weights of this version/],
  ['a text', new TextEncoder().encode('{"not":"weights"}'), /SEARCH_WEIGHTS: the file holds no search weights/],
  [
    'the weights of categories',
    readLearnedFile('category-weights'),
    /SEARCH_WEIGHTS: the file holds no search weights/,
  ],
  ['a part of the file', SHIPPED.subarray(0, SHIPPED.length / 2), /SEARCH_WEIGHTS: the file holds no search weights/],
])('%s is refused before the database is opened, and the path is not repeated', async (_, bytes, message) => {
  const path = join(folder, 'given.bin')
  if (bytes !== null) await writeFile(path, bytes)
  const dataDir = join(folder, 'data')
  const opening = openApp(parseConfig({ DATA_DIR: dataDir, SEARCH_WEIGHTS: path }))
  const refusal: unknown = await opening.catch((cause: unknown) => cause)
  expect(refusal).toBeInstanceOf(ConfigError)
  expect(String(refusal)).toMatch(message)
  expect(String(refusal)).not.toContain(path)
  expect(existsSync(dataDir)).toBe(false)
})

test('the index is built, and built again, with the weights of the file', async () => {
  const dataDir = join(folder, 'data')
  await copyEmbeddedTemplate(dataDir)
  const path = join(folder, 'given.bin')
  const given = others()
  await writeFile(path, given)
  const hashWith = async (settings: Record<string, string>) => {
    const app = await openApp(parseConfig({ DATA_DIR: dataDir, ...settings }))
    try {
      const weather = testServer('s/weather', { tools: [testTool('get_forecast')] })
      await recordServers(app.db, { source: 'file', precedence: 1 }, [weather], TEST_EPOCH, uncategorized)
      await refreshSearchIndex(openIndexJob(app, buildHere, new AbortController().signal))
      expect(await app.finder.find('forecast', 1)).toMatchObject([{ id: 's/weather/get_forecast' }])
      return (await readIndexState(app.db)).base?.weightsHash
    } finally {
      await app.close()
    }
  }
  const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(await hashWith({})).toBe(sha256(SHIPPED))
  expect(await hashWith({ SEARCH_WEIGHTS: path })).toBe(sha256(given))
})
