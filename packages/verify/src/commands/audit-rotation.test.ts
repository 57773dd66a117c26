import { cp, mkdtemp, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signCheckpoint } from 'assay-tlog/note/checkpoint'
import { formatVerifierKey, noteSigner } from 'assay-tlog/note/verifier-key'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { activateTlogKey } from '../../../../lib/tlog/sql/tlog-keys'
import { openTestWorld, type Tampering, type TestWorld } from './audit/test-world.ts'

const ORIGIN = 'audit.test/log'
const seedOf = (byte: number) => Buffer.alloc(32, byte).toString('base64url')
const text = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const found = (lines: readonly string[]) => lines.filter((line) => line.startsWith('FOUND'))

let world: TestWorld
let folder = ''
const remembered = () => join(folder, 'before.json')
const copied = async (name: string) => {
  await cp(remembered(), join(folder, name))
  return join(folder, name)
}

describe('a log of an upgraded database, whose key is replaced', () => {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-audits-'))
    world = await openTestWorld(new Date('2026-11-20T00:00:00Z'), { hasLog: false })
    for (let round = 0; round < 12; round += 1) {
      await world.probe('w/steady', 6, 'answered')
      await world.probe('w/flaky', 3, round > 3 && round < 8 ? 'connect_failed' : 'answered')
    }
    await world.openLog()
    await world.publish()
  }, 240_000)
  afterAll(() => world.close())
  afterEach(() => world.tamper(null))

  test('history from before the log was opened agrees, and a change of it is found', async () => {
    const honest = await world.audit('--state', remembered())
    expect([found(honest.lines), honest.code]).toEqual([[], 0])
    await world.probe('w/flaky', 6, 'connect_failed')
    await world.probe('w/flaky', 6, 'connect_failed')
    await world.publish()
    expect(found((await world.audit()).lines)).toEqual([])
    world.tamper((path, answer) => {
      if (!path.startsWith('/v1/history/w/flaky')) return undefined
      const json = JSON.parse(new TextDecoder().decode(answer))
      return text({ ...json, days: json.days.map((day: object) => ({ ...day, downSeconds: 0 })) })
    })
    expect((await world.audit()).text).toMatch(/FOUND history w\/flaky: .*: down 0 s; the log has \d+ s at least/)
  })

  test('a checkpoint of a foreign key is refused, also where the service names that key as its own', async () => {
    const foreign = noteSigner(ORIGIN, 'ed25519', Buffer.from(seedOf(66), 'base64url'))
    const state = JSON.parse(await readFile(remembered(), 'utf8'))
    const note = signCheckpoint(
      { origin: ORIGIN, size: state.size, root: new Uint8Array(Buffer.from(state.root, 'base64')) },
      foreign,
      world.now(),
    )
    const signed: Tampering = (path) => (path === '/log/checkpoint' ? text(note) : undefined)
    world.tamper(signed)
    const refused = await world.audit('--state', await copied('foreign.json'))
    expect([found(refused.lines).length, refused.code]).toEqual([1, 1])
    expect(refused.text).toContain('FOUND bad_signature The newest checkpoint is not accepted')
    world.tamper((path, answer) => {
      if (path !== '/v1/log') return signed(path, answer)
      const json = JSON.parse(new TextDecoder().decode(answer))
      return text({ ...json, keys: [{ ...json.keys[0], vkey: formatVerifierKey(foreign.key) }, ...json.keys] })
    })
    const named = await world.audit('--state', await copied('named.json'))
    expect(named.code).toBe(1)
    expect(named.text).toMatch(/FOUND key audit\.test\/log\+.*: A key \(log\) is published and not logged\./)
    // Given the right key, it is refused at once.
    const given = await world.audit('--key', state.keys[0])
    expect(given.text).toContain('FOUND bad_signature')
  })

  test('a key that was replaced between two audits is accepted, as the log has both', async () => {
    await activateTlogKey(world.db, { seed: seedOf(7), isStored: true, event: 'retired' }, world.now())
    await world.probe('w/steady', 6, 'answered')
    await world.publish()
    const statePath = await copied('rotated.json')
    const { lines, code } = await world.audit('--state', statePath)
    expect([found(lines), code]).toEqual([[], 0])
    // From now on the new key is remembered.
    expect((await world.audit('--state', statePath)).code).toBe(0)
    // Without a state, the old key alone verifies nothing any more.
    const { keys } = JSON.parse(await readFile(remembered(), 'utf8'))
    expect((await world.audit('--key', keys[0])).text).toContain('FOUND bad_signature')
  })

  test('documents that are gone are counted where they were kept as long as the service says', async () => {
    const { lines: all } = await world.audit()
    const [, checked] = /Documents: (\d+) checked, 0 kept no longer/.exec(all.join('\n')) ?? []
    expect(Number(checked)).toBeGreaterThan(2)
    await world.db.execute(sql`DELETE FROM log_documents WHERE kind = 'score'`)
    expect((await world.audit()).text).toMatch(
      /FOUND document leaf \d+, w\/steady: Its document of .* is gone, although such are kept for 90 days\./,
    )
    world.pass(91 * 24 * 60)
    const { lines, text: printed } = await world.audit()
    expect(found(lines).filter((line) => line.includes('document'))).toEqual([])
    expect(printed).toMatch(/Documents: \d+ checked, [1-9]\d* kept no longer, 0 not in the sample/)
  })
})
