import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyScore } from 'assay-verify/commands/score'
import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { lookupOf } from 'assay-verify/setup/setup-lookup'
import { withLoopback } from 'assay-verify/setup/setup-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type App, contextOf } from '../../lib/api/context'
import { health } from '../../lib/api/operations/health'
import { jwks } from '../../lib/api/operations/jwks'
import { llms } from '../../lib/api/operations/llms'
import { lookUp } from '../../lib/api/operations/lookup'
import { pingEndpoint } from '../../lib/api/operations/ping'
import { report } from '../../lib/api/operations/report'
import { score } from '../../lib/api/operations/score'
import { parseConfig } from '../../lib/config'
import { uptimeFrom } from '../../lib/core/history/uptime'
import { listOpenBreakages } from '../../lib/incidents/sql/open-breakages'
import { openApp } from '../../lib/runtime/app'
import { readSetup } from '../../lib/setup/rules/read-setup'
import { openDatabase } from '../../lib/store/database'
import { NotThatDatabase } from '../../lib/store/demonstration'
import { listServerStates } from '../../lib/store/evidence/evidence'
import { listIntervals } from '../../lib/store/evidence/intervals'
import { listServerKeysOf } from '../../lib/store/ratings/ratings'
import { bringDemoUpToDate } from './demo-data'
import { CannotDemonstrate } from './demo-options.mjs'
import { DEMO_SERVERS } from './world/demo-servers'

/** One of each behaviour. */
const NAMES = ['lantern', 'beacon', 'driftwood', 'mirrorlake', 'tablestone', 'cellar', 'pigeonhole', 'chatterfield']
const servers = DEMO_SERVERS.filter(({ id }) => NAMES.some((name) => id.includes(name)))
const DAYS = 4
/** The verdict of an answer is that of its own moment, so the world is made for the present. */
const now = new Date()
let folder = ''
let app: App

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-demo-'))
  const { served } = await bringDemoUpToDate({
    data: folder,
    worldPort: 24_301,
    now,
    servers,
    days: DAYS,
    onProgress: () => undefined,
  })
  await served.close()
  app = await openApp(parseConfig({ DATA_DIR: folder, DEMONSTRATION: 'on' }))
}, 180_000)
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const context = () => contextOf(app, null)

describe('the data of a demonstration', () => {
  test('has a score for every server that verifies', async () => {
    const scoreFile = join(folder, 'score.json')
    const keysFile = join(folder, 'jwks.json')
    await writeFile(keysFile, JSON.stringify(await jwks({}, context())))
    for (const { id } of servers) {
      await writeFile(scoreFile, JSON.stringify(await score({ toolId: id, explain: true }, context())))
      const lines: string[] = []
      const print = (line: string) => lines.push(line)
      const args = ['--answer', scoreFile, '--jwks', keysFile, id]
      const code = await verifyScore(args, { print, warn: print, now: () => new Date() })
      expect({ id, code, lines: code === 0 ? [] : lines }).toEqual({ id, code: 0, lines: [] })
    }
  })

  test('has the uptime that its intervals have, over the whole history', async () => {
    const keys = await listServerKeysOf(
      app.db,
      servers.map(({ id }) => id),
    )
    const states = await listServerStates(app.db, keys)
    const intervals = await listIntervals(app.db, keys, new Date(now.getTime() - 100 * DAY_MS))
    expect(states.size).toBe(servers.length)
    for (const [key, { uptime, serverState }] of states) {
      const since = new Date(serverState?.firstInformativeAt ?? 0)
      const asOf = new Date(serverState?.lastInformativeAt ?? 0)
      expect(asOf.getTime() - since.getTime()).toBeGreaterThan((DAYS - 0.2) * DAY_MS)
      expect(uptime['90d'].observedHours).toBeGreaterThan((DAYS - 0.5) * 24)
      const [stored, computed] = [uptime['30d'], uptimeFrom(intervals.get(key) ?? [], since, now)['30d']]
      expect(stored.ratio).toBeCloseTo(computed.ratio ?? Number.NaN, 2)
    }
  })

  test('has the breakages of its events', async () => {
    const open = await listOpenBreakages(app.db, 100)
    const kinds = open.map(({ serverId, kind }) => `${serverId.split('.')[0]} ${kind}`)
    expect(kinds).toEqual(
      expect.arrayContaining([
        'demo/driftwood down',
        'demo/cellar schema_breaking',
        'demo/pigeonhole tool_removed',
        'demo/chatterfield declaration_changed',
      ]),
    )
  })

  test('has accuracy figures that agree with its outages', async () => {
    const { accuracy } = await report({}, context())
    const keys = await listServerKeysOf(
      app.db,
      servers.map(({ id }) => id),
    )
    const intervals = await listIntervals(app.db, keys, new Date(now.getTime() - 100 * DAY_MS))
    // An outage that a server begins with follows no other verdict.
    const begun = [...intervals.values()].flatMap((all) => {
      const ordered = [...all].sort((a, b) => a.from.getTime() - b.from.getTime())
      return ordered.slice(1).filter(({ state }) => state === 'down')
    }).length
    expect(begun).toBeGreaterThan(0)
    expect(accuracy.verdicts.down.begun / begun).toBeGreaterThan(0.8)
    expect(accuracy.verdicts.down.begun / begun).toBeLessThan(1.2)
    expect(accuracy.verdicts.down.timed).toBeGreaterThan(0)
    // Of three days each, as the last one cannot be compared yet.
    const day = accuracy.forecasts.find(({ hours }) => hours === 24)
    expect(day?.settled).toBeGreaterThanOrEqual(servers.length * (DAYS - 3))
  })

  test('knows its servers by their addresses of this machine, in a setup that is checked', async () => {
    const { evidence } = await health({ toolId: servers[0]?.id ?? '' }, context())
    const reading = readSetup(JSON.stringify({ mcpServers: { mine: { url: evidence[0]?.url } } }))
    if (!reading.ok) throw new Error(reading.fault)
    expect(lookupOf(reading.entries)).toBeUndefined()
    const { resolved } = await lookUp(lookupOf(withLoopback(reading.entries)) ?? {}, app.db, now)
    expect(resolved.map(({ serverId }) => serverId)).toEqual([servers[0]?.id])
  })

  test('says in answers that it is simulated', async () => {
    const response = await pingEndpoint.handle(new Request('http://localhost/v1/ping'), context())
    expect(response.headers.get('assay-demonstration')).toBe('true')
    expect(await response.json()).toEqual({ ok: true, demonstration: true })
    expect(await llms({}, context())).toContain('simulated')
  })
})

test.each(['2026-09-20T12:00:00Z', '2026-09-20T14:01:00Z', '2026-09-20T15:59:00Z'])(
  'a first start at %s has the server that was added two hours before',
  async (at) => {
    const data = await mkdtemp(join(tmpdir(), 'assay-demo-'))
    try {
      const made = await bringDemoUpToDate({
        data,
        worldPort: 24_601,
        now: new Date(at),
        servers: DEMO_SERVERS.filter(({ id }) => id.includes('newhatch') || id.includes('lantern')),
        days: 1,
        onProgress: () => undefined,
      })
      await made.served.close()
      const { db, close } = await openDatabase({ databaseUrl: null, dataDir: data })
      const [key = 0] = await listServerKeysOf(db, ['demo/newhatch.example/trivia'])
      const state = (await listServerStates(db, [key])).get(key)?.serverState
      await close()
      const addedAt = new Date(at).getTime() - 2 * HOUR_MS
      expect(state?.firstInformativeAt).toBeGreaterThanOrEqual(addedAt)
      expect(state?.firstInformativeAt).toBeLessThan(addedAt + HOUR_MS)
    } finally {
      await rm(data, { recursive: true, force: true })
    }
  },
  60_000,
)

describe('a database', () => {
  test('of a demonstration is refused by a service that is none, and a real one by a demonstration', async () => {
    const copied = await mkdtemp(join(tmpdir(), 'assay-demo-'))
    const real = await mkdtemp(join(tmpdir(), 'assay-demo-'))
    try {
      const made = await bringDemoUpToDate({
        data: copied,
        worldPort: 24_401,
        now,
        servers: servers.slice(0, 1),
        days: 1,
        onProgress: () => undefined,
      })
      await made.served.close()
      await expect(openApp(parseConfig({ DATA_DIR: copied }))).rejects.toThrow(NotThatDatabase)
      const opened = await openDatabase({ databaseUrl: null, dataDir: real })
      await opened.close()
      await expect(openApp(parseConfig({ DATA_DIR: real, DEMONSTRATION: 'on' }))).rejects.toThrow(NotThatDatabase)
    } finally {
      for (const path of [copied, real]) await rm(path, { recursive: true, force: true })
    }
  }, 120_000)

  test('that the demonstration did not make is left as it is', async () => {
    const real = await mkdtemp(join(tmpdir(), 'assay-demo-'))
    try {
      await mkdir(join(real, 'postgres'))
      const work = { data: real, worldPort: 24_501, now, onProgress: () => undefined }
      await expect(bringDemoUpToDate(work)).rejects.toThrow(CannotDemonstrate)
      expect(await readdir(real)).toEqual(['postgres'])
      expect(existsSync(join(real, 'lock.json'))).toBe(false)
    } finally {
      await rm(real, { recursive: true, force: true })
    }
  })
})
