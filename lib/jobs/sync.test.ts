import { describe, expect, test } from 'vitest'
import { SOURCES } from '../sources'
import { type ScheduledSource, type SourceBatch, SourceUnavailable } from '../sources/source'
import { servers, sourceStates } from '../store/catalog/catalog-schema'
import { streamable, testServer } from '../store/test-catalog'
import { onDatabase, TEST_EPOCH } from '../store/test-databases'
import { type SyncJob, syncSources } from './sync'

const NONE: SourceBatch = { servers: [], deleted: [], rejected: [], adjusted: {}, progress: null }
const minutesOn = (minutes: number) => new Date(TEST_EPOCH.getTime() + minutes * 60_000)

/** A source of one server; it fails with the error of `fails`. */
function trialSource(id: string, fails?: () => Error): ScheduledSource {
  const read = async function* () {
    if (fails !== undefined) throw fails()
    const own = testServer('trial/ourselves', { remotes: [streamable('https://assay.example/mcp')] })
    yield { ...NONE, servers: [testServer(id), own] }
  }
  return {
    runs: 'on schedule',
    precedence: 2,
    intervalMs: 3_600_000,
    settings: {},
    open: async ({ isOff }: { isOff?: unknown }, { now }) =>
      isOff === true ? null : () => ({ batches: read(), memory: () => ({ since: now.toISOString() }) }),
  }
}

describe('the sync of all sources', () => {
  onDatabase(({ db }) => {
    const logged: string[] = []

    const sync = (sources: SyncJob['sources'], minutes: number, settings: SyncJob['settings'] = {}) => {
      const controls = {
        signal: new AbortController().signal,
        userAgent: 'AssayTest/1',
      }
      const clock = () => minutesOn(minutes)
      return syncSources({
        db,
        sources,
        settings,
        baseUrl: 'https://assay.example',
        controls,
        clock,
        log: (line) => logged.push(line),
      })
    }
    const serverIds = async () => (await db.select({ id: servers.id }).from(servers)).map(({ id }) => id).sort()

    test('every scheduled source is read, without this service, also when others fail', async () => {
      const sources = {
        ...SOURCES,
        away: trialSource('away/one', () => new SourceUnavailable('It cannot be reached.')),
        broken: trialSource('broken/one', () => new TypeError('a defect')),
        off: trialSource('off/one'),
        trial: trialSource('trial/one'),
      }
      const settings = { 'official-registry': { REGISTRY_URL: null }, off: { isOff: true } }
      await expect(sync(sources, 0, settings)).rejects.toThrow('a defect')
      expect(await serverIds()).toEqual(['trial/one'])
      const states = await db.select().from(sourceStates).orderBy(sourceStates.name)
      expect(states).toMatchObject([
        { name: 'away', failures: 1, nextRunAt: minutesOn(1) },
        { name: 'broken', failures: 1, nextRunAt: minutesOn(1), message: 'a defect' },
        { name: 'trial', failures: 0, nextRunAt: minutesOn(60), since: TEST_EPOCH.toISOString() },
      ])
      expect(logged).toEqual([
        'away: It cannot be reached. Next try in 60 s; other sources are not affected.',
        'trial: 1 server read, 1 new, 0 changed, 0 deleted',
      ])
    })

    test('reports are keyed by the name of the source: null where it is not due, absent where it is off', async () => {
      const sources = { trial: trialSource('trial/one'), off: trialSource('off/one'), late: trialSource('late/one') }
      expect(await sync(sources, 2, { off: { isOff: true } })).toMatchObject({ trial: null, late: { servers: 1 } })
      expect(Object.keys(await sync(sources, 60, { off: { isOff: true } }))).toEqual(['trial', 'late'])
    })

    test('several failures are thrown together', async () => {
      const fails = () => new TypeError('a defect')
      const sources = { a: trialSource('a/one', fails), b: trialSource('b/one', fails) }
      await expect(sync(sources, 120)).rejects.toThrow('2 sources failed.')
    })
  })
})
