import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { buildSegment } from '../search/index/build-segment'
import type { SearchDocument } from '../search/index/search-document'
import { encodeSegment } from '../search/index/segment'
import { decodeWeights } from '../search/rank/weights'
import { recordServers } from '../store/catalog/catalog'
import { servers } from '../store/catalog/catalog-schema'
import { publishedFiles } from '../store/files/files-schema'
import { openPublishedFiles } from '../store/files/published-files'
import { memoryPlace } from '../store/files/test-place'
import { claimLease } from '../store/leases'
import { leases } from '../store/leases-schema'
import { readLearnedFile } from '../store/search/learned-files'
import { searchIndex, searchSegments } from '../store/search/search-schema'
import { recordSegment, type SegmentName } from '../store/search/search-segments'
import { publishSegment } from '../store/search/segment-files'
import { testServer, testTool, uncategorized } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { openFinder } from './finder'
import { openSearchIndex } from './search-index'

const weightBytes = readLearnedFile('search-weights')
const weights = decodeWeights(weightBytes)
const tool = (name: string, description: string, server = 's/one'): SearchDocument => ({
  id: `${server}/${name}`,
  serverId: server,
  name,
  title: null,
  description,
  parameters: '',
  serverTitle: 'One',
  serverDescription: '',
})
const FORECAST = tool('get_forecast', 'Weather of tomorrow for a city.')
const EMAIL = tool('send_email', 'Sends an email to a person.')
const FAX = tool('send_fax', 'Sends a fax to a number.')

const described = { ...FORECAST, kind: 'tool' as const, inputSchema: null }

describe('search index in memory', () => {
  onDatabase(({ db }) => {
    const logged: string[] = []
    let version = 0
    beforeEach(async () => {
      logged.length = 0
      for (const table of [servers, searchIndex, searchSegments, publishedFiles, leases]) await db.delete(table)
    })

    const place = memoryPlace()
    const files = () => openPublishedFiles(place, null, (line) => logged.push(line), 1000)
    const store = async (name: SegmentName, documents: SearchDocument[], gone: string[] = [], partBytes = 400) => {
      version += 1
      const lease = { name: `${name} ${version}`, holder: String(version) }
      await claimLease(db, lease, 60, TEST_EPOCH)
      const bytes = encodeSegment(buildSegment(weights, documents))
      const facts = { documents: documents.length, weightsHash: 'w', coversUntil: TEST_EPOCH.toISOString(), gone }
      await publishSegment(files(), db, name, lease.holder, bytes, lease)
      expect(await recordSegment(db, name, { bytes, ...facts }, lease, TEST_EPOCH, partBytes)).toBe(true)
    }
    const opening = (how: Parameters<typeof openSearchIndex>[3] = {}) => {
      const index = openSearchIndex(
        db,
        () => weightBytes,
        (line) => logged.push(line),
        how,
      )
      const finder = openFinder(index)
      const find = async (text: string) => (await finder.find(text, 10)).map(({ id }) => id)
      return { index, finder, find }
    }

    test('an empty catalog finds nothing; one that waits for its index asks for patience', async () => {
      const { find, finder } = opening()
      expect(await find('weather')).toEqual([])
      const server = testServer('s/one', { tools: [testTool('get_forecast')] })
      await recordServers(db, { source: 'file', precedence: 1 }, [server], TEST_EPOCH, uncategorized)
      await expect(find('weather')).rejects.toMatchObject({ code: 'not_ready', extra: { retryAfterSeconds: 2 } })
      await expect(finder.alike(described)).rejects.toMatchObject({ code: 'not_ready' })
      await store('base', [FORECAST])
      expect(await find('weather')).toEqual([FORECAST.id])
    })

    test('callers of the first search share one load', async () => {
      await store('base', [FORECAST, EMAIL])
      const { find } = opening()
      const select = vi.spyOn(db, 'select')
      const found = await Promise.all(['weather', 'email', 'weather'].map(find))
      expect(found.map(([first]) => first)).toEqual([FORECAST.id, EMAIL.id, FORECAST.id])
      const parts = (await db.select().from(searchSegments)).length
      expect(select.mock.calls.length).toBe(1 + parts + 1)
    })

    test('a refresh shows what recent adds, changes and hides, and reads base but once', async () => {
      await store('base', [FORECAST, EMAIL])
      const { index, find } = opening()
      expect(await find('sends a fax')).not.toContain(FAX.id)
      await store('recent', [FAX, { ...FORECAST, name: 'tides', description: 'High water.' }], [EMAIL.id])
      await db.delete(searchSegments).where(eq(searchSegments.name, 'base'))
      await index.refresh()
      expect((await find('send a fax'))[0]).toBe(FAX.id)
      expect(await find('send an email')).not.toContain(EMAIL.id)
      expect((await find('high water'))[0]).toBe(FORECAST.id)
      await store('recent', [], [])
      await index.refresh()
      expect((await find('send an email'))[0]).toBe(EMAIL.id)
    })

    test('searches go on, right, while segments are replaced again and again', async () => {
      await store('base', [FORECAST, EMAIL])
      const { index, find } = opening()
      let isWriting = true
      const writing = (async () => {
        for (let turn = 0; turn < 12; turn++) {
          await store(turn % 3 === 0 ? 'base' : 'recent', turn % 2 === 0 ? [FORECAST, EMAIL] : [EMAIL, FORECAST, FAX])
        }
        isWriting = false
      })()
      let searches = 0
      while (isWriting) {
        const [found] = await Promise.all([find('weather of tomorrow'), index.refresh().catch(() => undefined)])
        expect(found[0]).toBe(FORECAST.id)
        searches += 1
      }
      await writing
      expect(searches).toBeGreaterThan(3)
      expect(logged).toEqual([])
    })

    test('damaged bytes are refused as a first index, and do not replace the loaded one', async () => {
      await store('base', [FORECAST])
      const { index, find } = opening()
      expect(await find('weather')).toEqual([FORECAST.id])
      await store('base', [EMAIL])
      await db
        .update(searchSegments)
        .set({ bytes: Buffer.from('bad') })
        .where(eq(searchSegments.part, 1))
      await expect(index.refresh()).rejects.toThrow('not as it was written')
      expect(await find('weather')).toEqual([FORECAST.id])
      await expect(opening().find('weather')).rejects.toMatchObject({ code: 'not_ready' })
      await store('base', [EMAIL])
      await index.refresh()
      expect(await find('email')).toEqual([EMAIL.id])
    })

    test('segments come from files where there are any, and from the database where these fail', async () => {
      await store('base', [FORECAST])
      await store('recent', [EMAIL])
      const parts = await db.select().from(searchSegments)
      await db.delete(searchSegments)
      const { index, find } = opening({ files: files() })
      expect([(await find('weather'))[0], (await find('email'))[0]]).toEqual([FORECAST.id, EMAIL.id])
      await expect(opening().find('weather')).rejects.toThrow()
      await db.insert(searchSegments).values(parts)
      for (const [path, bytes] of place.files)
        place.files.set(
          path,
          bytes.map((byte) => byte ^ 1),
        )
      expect((await opening({ files: files() }).find('weather'))[0]).toBe(FORECAST.id)
      expect(logged).toEqual([expect.stringContaining('cannot be read; this process does without them.')])

      // A publisher without files, or of another format, leaves it to the database, also beside a loaded index.
      await store('recent', [FAX])
      await db.update(publishedFiles).set({ format: 2 })
      await index.refresh()
      expect((await find('fax'))[0]).toBe(FAX.id)
      expect(logged.slice(1)).toEqual([expect.stringContaining('No files of search-recent are published')])
    })

    test('what is alike comes most alike first', async () => {
      await store('base', [
        FORECAST,
        EMAIL,
        { ...FAX, id: 's/one/x' },
        tool('weather_forecast', 'Forecast for a city.', 's/two'),
      ])
      const alike = await opening().finder.alike(described)
      expect(alike.slice(0, 2).map(({ id }) => id)).toEqual([FORECAST.id, 's/two/weather_forecast'])
      expect(alike[0]?.similarity).toBeGreaterThan(0.9)
    })
  })
})
