import { memoryStorage, NOW } from 'assay-tlog/test-tlogs'
import { decodeBundle, parseTilePath } from 'assay-tlog/tile'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestContext } from '../api/test-context'
import { queueFacts } from '../store/outbox/queue'
import { openWitnessRounds } from './job/cosign-checkpoint'
import { openTlog } from './job/open-tlog'
import { writeTlog } from './job/write-tlog'
import { logTile } from './operations/log-tile'
import { openServedTlog } from './served-tlog'

describe('files of the log', () => {
  const storage = memoryStorage()
  let opened: Awaited<ReturnType<typeof openTestContext>>
  let size = 0
  beforeAll(async () => {
    opened = await openTestContext([], NOW)
    const { db } = opened.context
    const opening = { origin: 'assay.test/log', software: 'test', configuredSeed: null, isExposed: false }
    await openTlog(db, opening, NOW)
    const write = async () => {
      const clock = () => NOW
      const signal = new AbortController().signal
      const log = () => undefined
      size =
        (
          await writeTlog({
            db,
            storage,
            configuredSeed: null,
            documentDays: 90,
            rounds: openWitnessRounds([]),
            clock,
            signal,
            log,
          })
        )?.size ?? 0
    }
    await write()
    const facts = Array.from({ length: 5 }, (_, at) => ({ id: `x/${at}`, from: null, to: 'healthy' as const }))
    await queueFacts(
      db,
      facts.map((fact) => ({ kind: 'verdict', at: NOW.toISOString(), ...fact })),
      NOW,
    )
    await write()
  })
  afterAll(() => opened.close())

  const tile = (path: string) => {
    const tlog = openServedTlog(storage, opened.context.db, { witnessKeys: [], documentDays: 90 })
    return logTile({ tile: path }, { ...opened.context, tlog })
  }

  it('those that a checkpoint needs are served', async () => {
    expect(size).toBeGreaterThan(5)
    const served = openServedTlog(storage, opened.context.db, { witnessKeys: [], documentDays: 90 })
    const bundle = parseTilePath(`tile/entries/000.p/${size}`)
    const bytes = bundle && (await served.tile(bundle, NOW))
    expect(bytes && decodeBundle(bytes, size)).toHaveLength(size)
    await tile(`0/000.p/${size}`)
  })

  it('those that no checkpoint needed are unknown, and no fault of the service', async () => {
    const paths = [`0/000.p/${size - 1}`, `entries/000.p/${size - 1}`, `0/000.p/${size + 1}`, '0/000', '1/000.p/1']
    for (const path of [...paths, '0/001.p/1', '0/x999/999', '63/000', '64/000', '0/000.p/0', 'entries/000.p/256']) {
      await expect(tile(path), path).rejects.toMatchObject({ code: 'unknown_leaf' })
    }
  })
})
