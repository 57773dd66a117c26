import { createHash } from 'node:crypto'
import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseCheckpointText } from 'assay-tlog/note/checkpoint'
import { encodeBundle } from 'assay-tlog/tile'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { rowsOf } from '../../../../lib/store/database'
import type { ReportAccuracy } from '../answers.ts'
import { forgedTlog, servedEntries, withChanged } from './audit/test-forged-tlog.ts'
import { openTestWorld, type Tampering, type TestWorld } from './audit/test-world.ts'
import { startTestService } from './lock/test-service.ts'

const START = new Date('2026-11-20T00:00:00Z')
let world: TestWorld
let folder = ''
let early = ''

const noteOf = async () => (await fetch(`${world.url}/log/checkpoint`)).text()
const sizeOf = async () => parseCheckpointText((await noteOf()).split('\n\n')[0]?.concat('\n') ?? '')?.size ?? 0
const entriesNow = async () => servedEntries(world.url, await sizeOf())
const stateAt = (name: string) => join(folder, `${name}.json`)
interface Shown {
  days: { upSeconds: number; downSeconds: number }[]
  keys: object[]
  lines: string[]
}
/** Of an answer as JSON, changed. */
const changing =
  (pattern: RegExp, change: (answer: Shown) => unknown): Tampering =>
  (path, answer) => {
    if (!pattern.test(path)) return undefined
    const json = JSON.parse(new TextDecoder().decode(answer))
    return new TextEncoder().encode(JSON.stringify(change(json) ?? json))
  }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-audits-'))
  world = await openTestWorld(START)
  for (let round = 0; round < 24; round += 1) {
    await world.probe('w/steady', 10, 'answered')
    await world.probe('w/flaky', 4, round % 8 > 4 ? 'connect_failed' : 'answered')
    if (round % 3 === 0) await world.probe('w/lazy', 1, round === 12 ? 'connect_failed' : 'answered')
    if (round === 8) {
      await world.publish()
      early = await noteOf()
      expect((await world.audit('--state', stateAt('early'))).code).toBe(0)
    }
    if (round % 6 === 0) await world.publish()
  }
  await world.publish()
}, 240_000)
afterAll(() => world.close())
afterEach(() => world.tamper(null))

describe('an honest service', () => {
  test('agrees, also with what was remembered, and the state goes on', async () => {
    await cp(stateAt('early'), stateAt('honest'))
    const { code, lines } = await world.audit('--state', stateAt('honest'))
    expect(lines.filter((line) => line.startsWith('FOUND'))).toEqual([])
    expect(lines.at(-1)).toMatch(/^Everything agrees, \d+ leaves\.$/)
    expect(code).toBe(0)
    const state = JSON.parse(await readFile(stateAt('honest'), 'utf8'))
    expect(state.size).toBe(await sizeOf())
    expect((await world.audit('--state', stateAt('honest'), '--documents', 'sample', '--servers', '1')).code).toBe(0)
  })

  test('agrees with a witness that saw its log', async () => {
    const note = await noteOf()
    const hash = createHash('sha256').update('audit.test/log').digest('hex')
    const witness = await startTestService((path) => (path === `/${hash}/checkpoint` ? note : 404))
    const { code, text } = await world.audit('--witness', witness.url)
    expect(text).toContain('Witness http://127.0.0.1')
    expect(code).toBe(0)
    await witness.close()
  })
})

describe('is found:', () => {
  const findings = async (...args: string[]) => {
    const { code, lines } = await world.audit(...args)
    const codes = lines.filter((line) => line.startsWith('FOUND')).map((line) => line.split(/\s+/)[1])
    return { code, codes: new Set(codes), text: lines.join('\n') }
  }
  /** The leaf of the first outage that is over, as it never was. */
  const withoutOutage = (entries: readonly Uint8Array[]) =>
    withChanged(entries, (leaf) =>
      leaf.kind === 'verdict' && leaf.to === 'down' ? { ...leaf, to: 'degraded' } : undefined,
    )

  test('a fork: the log was written anew and signed with its own key', async () => {
    const { tampering } = await forgedTlog(world.db, withoutOutage(await entriesNow()), world.now())
    world.tamper(tampering)
    await cp(stateAt('early'), stateAt('forked'))
    const { code, codes, text } = await findings('--state', stateAt('forked'))
    expect(codes).toContain('fork')
    expect(text).toMatch(/The first \d+ leaves have another root than the one remembered/)
    expect(code).toBe(1)
    // What it knew stays: it proves the fork.
    expect(await readFile(stateAt('forked'), 'utf8')).toBe(await readFile(stateAt('early'), 'utf8'))
  })

  test('a truncation: leaves that were there are gone', async () => {
    await cp(stateAt('early'), stateAt('truncated'))
    await world.audit('--state', stateAt('truncated'))
    const entries = await entriesNow()
    const { tampering } = await forgedTlog(world.db, entries.slice(0, -3), world.now())
    world.tamper(tampering)
    const { code, codes } = await findings('--state', stateAt('truncated'))
    expect([code, codes.has('truncated')]).toEqual([1, true])
    world.tamper((path) => (path === '/log/checkpoint' ? new TextEncoder().encode(early) : undefined))
    expect((await findings('--state', stateAt('truncated'))).codes).toContain('truncated')
  })

  test('a rewritten leaf under a checkpoint that stays', async () => {
    const entries = withoutOutage(await entriesNow())
    world.tamper((path) => (path.startsWith('/log/tile/entries/') ? encodeBundle(entries) : undefined))
    const { code, codes, text } = await findings()
    expect([code, codes.has('wrong_root'), codes.has('wrong_tile')]).toEqual([1, true, true])
    const changed = (await entriesNow()).length
    expect(changed).toBeGreaterThan(0)
    expect(text).toMatch(/FOUND wrong_tile leaf \d+: tile\/0\/000\.p\/\d+ does not agree/)
  })

  test('a split view: a witness was shown another log', async () => {
    const { note } = await forgedTlog(world.db, withoutOutage(await entriesNow()), world.now())
    const witness = await startTestService(() => note)
    const { code, codes } = await findings('--witness', witness.url)
    expect([code, codes.has('split_view')]).toEqual([1, true])
    await witness.close()
  })

  test('a split view: a witness knows a longer log than is shown here', async () => {
    const entries = await entriesNow()
    const longer = await forgedTlog(world.db, [...entries, ...entries.slice(3, 5)], world.now())
    const witness = await startTestService(() => longer.note)
    const { code, codes } = await findings('--witness', witness.url)
    expect([code, codes.has('split_view')]).toEqual([1, true])
    await witness.close()
  })

  test.each<[string, string, Tampering]>([
    [
      'a history with an outage less',
      'history',
      changing(/^\/v1\/history\/w\/flaky/, ({ days }) => {
        for (const day of days) Object.assign(day, { upSeconds: day.upSeconds + day.downSeconds, downSeconds: 0 })
      }),
    ],
    [
      'a key that was never logged',
      'key',
      changing(/jwks/, ({ keys }) => ({
        keys: [...keys, { ...keys[0], kid: 'x', x: 'y' }],
      })),
    ],
    [
      'a document that is another',
      'document',
      changing(/^\/v1\/log\/documents/, (document) => ({ ...document, more: 1 })),
    ],
    [
      'observations that are gone',
      'observations',
      changing(/^\/v1\/log\/observations/, ({ lines }) => ({
        hour: '2026-11-20T00:00:00.000Z',
        lines: lines.slice(1),
        cursor: null,
      })),
    ],
    [
      'a score that its inputs do not give',
      'shown_score',
      changing(/^\/v1\/score\/w\/flaky/, (answer) => ({ ...answer, score: 99 })),
    ],
    [
      'a verdict on a tool that is another',
      'verdict',
      changing(/^\/v1\/health\/w\/steady\//, (answer) => ({ ...answer, verdict: 'down' })),
    ],
    [
      'a breakage that is logged as open and not shown',
      'breakage',
      (path) =>
        path.startsWith('/v1/breakages') ? new TextEncoder().encode('{"breakages":[],"incidents":[]}') : undefined,
    ],
    [
      'a breakage that began later',
      'breakage',
      changing(/^\/v1\/breakages/, (answer) =>
        JSON.parse(
          JSON.stringify(answer).replaceAll(/"openedAt":"[^"]*"/g, `"openedAt":"${world.now().toISOString()}"`),
        ),
      ),
    ],
    [
      'how often the service was wrong, with an outage less that it took back',
      'accuracy',
      changing(/^\/v1\/report/, (answer) => {
        const { byVerdict } = (answer as unknown as ReportAccuracy).accuracy.verdicts
        expect(byVerdict.some(({ reversed }) => reversed > 0)).toBe(true)
        for (const one of byVerdict) Object.assign(one, { reversed: 0, reversedShare: one.reversedShare && 0 })
      }),
    ],
    [
      'a clearing of texts that is not logged',
      'cleared',
      changing(/^\/v1\/declarations\/w\/steady/, (answer) => {
        const at = START.toISOString()
        const text = { flag: 'reads_credentials', part: 'description', name: null, quote: '', since: at, digest: 'x' }
        return { ...answer, unsafeTexts: [{ ...text, cleared: { at, reason: 'It is harmless.' } }] }
      }),
    ],
  ])('%s', async (_, wanted, tampering) => {
    world.tamper(tampering)
    const { code, codes } = await findings()
    expect([...codes]).toContain(wanted)
    expect(code).toBe(1)
  })
})

describe('cannot be audited:', () => {
  test.each<[string, Tampering, string, number]>([
    ['an endless bundle', (path) => (path.includes('entries') ? new Uint8Array(20_000_000) : undefined), 'entries', 2],
    [
      'a checkpoint that is none',
      (path) => (path === '/log/checkpoint' ? new TextEncoder().encode('x') : undefined),
      'not accepted',
      1,
    ],
    [
      'another form of history',
      (path) => (path.startsWith('/v1/history') ? new TextEncoder().encode('{}') : undefined),
      'another form',
      2,
    ],
  ])('%s', async (_, tampering, why, wanted) => {
    world.tamper(tampering)
    const { code, text } = await world.audit()
    expect(text).toContain(why)
    expect(code).toBe(wanted)
    expect(text).not.toContain('Everything agrees')
  })

  test('no service, no address, a state that is none', async () => {
    const { audit } = await import('./audit.ts')
    const print = () => undefined
    const now = () => world.now()
    expect(await audit(['http://127.0.0.1:1'], { print, warn: print, now })).toBe(2)
    expect(await audit([], { print, warn: print, now })).toBe(2)
    expect(await audit([world.url, '--key', 'nothing'], { print, warn: print, now })).toBe(2)
    await writeFile(stateAt('broken'), '{"version":1}')
    expect((await world.audit('--state', stateAt('broken'))).code).toBe(2)
  })
})

describe('the UPDATE:', () => {
  test.each<[string, string]>([
    ['an outage is shortened', `UPDATE intervals SET ended_at = started_at + interval '1 second'`],
    ['an outage is turned into time up', `UPDATE intervals SET state = 'up'`],
    ['an outage is deleted', 'DELETE FROM intervals'],
  ])('%s, and the freshly signed score rises', async (_, statement) => {
    const scoreOf = async () => (await (await fetch(`${world.url}/v1/score/w/flaky`)).json()).score as number
    await world.probe('w/flaky', 10, 'answered')
    await world.publish()
    // Leaves of the frauds before stay in the log.
    const found = (await world.audit()).lines
    const before = await scoreOf()
    const rows = "server_key = (SELECT key FROM servers WHERE id = 'w/flaky') AND state = 'down'"
    await world.db.execute(sql`CREATE TABLE kept AS SELECT * FROM intervals WHERE ${sql.raw(rows)}`)
    await world.db.execute(sql.raw(`${statement} WHERE ${rows}`))
    await world.probe('w/flaky', 10, 'answered')
    await world.publish()
    expect(await scoreOf()).toBeGreaterThan(before)
    const { code, lines } = await world.audit()
    const text = lines.filter((line) => line.startsWith('FOUND') && !found.includes(line)).join('\n')
    expect(text).toMatch(/FOUND inputs leaf \d+, w\/flaky: .*Down [\d.]+ h of 30 days; the log has .* at least/)
    expect(text).toMatch(/FOUND history w\/flaky: .*: down .*; the log has .* at least/)
    expect(code).toBe(1)
    await world.db.execute(
      sql`DELETE FROM intervals i USING kept k WHERE i.server_key = k.server_key AND i.started_at = k.started_at`,
    )
    await world.db.execute(sql`INSERT INTO intervals SELECT * FROM kept`)
    await world.db.execute(sql`DROP TABLE kept`)
  })
})

describe('a verdict is changed in the database:', () => {
  const rows = "server_key = (SELECT key FROM servers WHERE id = 'w/steady')"
  const verdictOf = async (id: string) => (await (await fetch(`${world.url}/v1/health/${id}`)).json()).verdict as string
  const newFindings = async (known: readonly string[]) =>
    (await world.audit()).lines.filter((line) => line.startsWith('FOUND') && !known.includes(line)).join('\n')

  test('the evidence that it is computed from, and all that is shown of it at once', async () => {
    await world.probe('w/steady', 10, 'answered')
    await world.publish()
    const known = (await world.audit()).lines
    expect(await verdictOf('w/steady/add')).toBe('healthy')
    const [kept] = await rowsOf<{ state: string }>(
      world.db,
      sql`SELECT state::text FROM server_states WHERE ${sql.raw(rows)}`,
    )
    await world.db.execute(
      sql.raw(`UPDATE server_states SET state = jsonb_set(state::jsonb, '{liveness}', '"down"')::json WHERE ${rows}`),
    )
    expect(await verdictOf('w/steady')).toBe('down')
    const text = await newFindings(known)
    expect(text).toMatch(/FOUND verdict leaf \d+, w\/steady: It is shown as down, logged as healthy\./)
    expect(text).toMatch(/FOUND verdict leaf \d+, w\/steady\/add: It is shown as down, logged as healthy\./)
    await world.db.execute(sql`UPDATE server_states SET state = ${kept?.state}::json WHERE ${sql.raw(rows)}`)
    expect(await newFindings(known)).toBe('')
  })

  test('the stored verdict that lists show: the next probe corrects it, and its leaf contradicts the one before', async () => {
    const known = (await world.audit()).lines
    await world.db.execute(sql.raw(`UPDATE subjects SET verdict = 'down' WHERE ${rows}`))
    await world.probe('w/steady', 10, 'answered')
    await world.publish()
    expect(await newFindings(known)).toMatch(
      /FOUND chain leaf \d+, w\/steady: It says that the verdict was down before, but leaf \d+ turned it to healthy\./,
    )
  })
})

describe('the tables of accuracy are changed in the database:', () => {
  const newFindings = async (known: readonly string[]) =>
    (await world.audit()).lines.filter((line) => line.startsWith('FOUND') && !known.includes(line)).join('\n')
  const TABLES = ['verdict_tallies', 'detection_delays', 'forecast_tallies']

  test('delays are deleted, faults taken away, right ones added and forecasts invented', async () => {
    const known = (await world.audit()).lines
    for (const table of TABLES) await world.db.execute(sql.raw(`CREATE TABLE kept_${table} AS SELECT * FROM ${table}`))
    await world.db.execute(sql`DELETE FROM detection_delays`)
    expect(await newFindings(known)).toMatch(/FOUND accuracy timed is 0; the log allows/)
    await world.db.execute(sql`UPDATE verdict_tallies SET reversed = 0, begun = begun + 5000`)
    await world.db.execute(
      sql`INSERT INTO forecast_tallies VALUES ((SELECT max(day) FROM verdict_tallies), 'state', 6, 19, 900, 900, 890, 0, 0, 1, 1, 0)`,
    )
    const found = await newFindings(known)
    expect(found).toMatch(/FOUND accuracy reversed of \w+ is 0; the log/)
    expect(found).toMatch(/FOUND accuracy begun of \w+ is 50\d\d/)
    expect(found).toMatch(/FOUND accuracy Of forecasts 6 h ahead, settled is 900/)
    world.pass(60)
    await world.publish()
    expect(await newFindings(known)).toMatch(/FOUND accuracy (leaf \d+, )?2026-11-20/)
    for (const table of TABLES) {
      await world.db.execute(sql.raw(`DELETE FROM ${table}`))
      await world.db.execute(sql.raw(`INSERT INTO ${table} SELECT * FROM kept_${table}`))
      await world.db.execute(sql.raw(`DROP TABLE kept_${table}`))
    }
  })
})
