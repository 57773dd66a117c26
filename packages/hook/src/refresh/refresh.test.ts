import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { testKey } from 'assay-decide/holder/test-service'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { TestAssay, TestLog, testSigner } from '../test-assay.ts'
import { down, knownServer, TestMachine } from '../test-command.ts'

let machine: TestMachine
let assay: TestAssay

const { facts } = knownServer('garden/oldbarn', [{ kind: 'url', name: 'oldbarn.example/mcp' }], null)
const publish = () => assay.bundle.publish([{ ...facts, state: down() }])

beforeEach(async () => {
  machine = new TestMachine()
  assay = await TestAssay.start(await testKey())
  machine.url = assay.url
  machine.write('project/.mcp.json', { mcpServers: { gh: { url: 'https://oldbarn.example/mcp' } } })
  assay.log?.addKey(assay.bundle.key)
  assay.log?.addVerdicts(5)
  await publish()
})
afterEach(async () => {
  await assay.close()
  machine.close()
})

const event = () => ({
  ...{ session_id: 's', transcript_path: '/t', cwd: machine.project, hook_event_name: 'PreToolUse' },
  ...{ tool_name: 'mcp__gh__read_file', tool_input: {}, tool_use_id: 'toolu_1' },
})
const run = (rest: object = {}) => machine.run(['run', 'claude-code'], { ...event(), ...rest })
const isDenied = async () => (await run()).out.includes('"deny"')
const problem = (): string | null => JSON.parse(readFileSync(machine.files().refreshed, 'utf8')).problem

/** A refresh as it is a minute after the one before. */
async function refresh() {
  const state = join(machine.files().bundle, 'state.json')
  if (existsSync(state))
    writeFileSync(state, JSON.stringify({ ...JSON.parse(readFileSync(state, 'utf8')), askedAt: 0 }))
  return machine.run(['refresh'])
}

/** The first call, by which the setup is known; that its server is known already begins no other process. */
async function firstCall(): Promise<void> {
  machine.knows([{ facts, state: null, pins: null }])
  await run()
  rmSync(machine.files().view)
}

/** What the detached process of a call does, waited for. */
async function untilRefreshed(): Promise<void> {
  for (let tries = 0; tries < 400 && !existsSync(machine.files().refreshed); tries += 1)
    await new Promise((done) => setTimeout(done, 25))
}

describe('a call', () => {
  it('begins one refresh in the background, after which it knows', async () => {
    await Promise.all([run(), run(), run()])
    await untilRefreshed()
    expect(assay.bundle.asked.filter((path) => path === '/v1/bundle/manifest')).toHaveLength(1)
    expect(problem()).toBeNull()
    expect(await isDenied()).toBe(true)
  })

  it('waits for no service, however slow', async () => {
    assay.delayMs = 30_000
    expect((await run()).out).toBe('{}\n')
  })
})

describe('a refresh', () => {
  it('fetches the tiles of the setup, and keeps them for nobody else to read', async () => {
    await firstCall()
    expect(await refresh()).toMatchObject({ code: 0, said: expect.not.stringContaining('assay-hook:') })
    expect(await isDenied()).toBe(true)
    const { bundle } = machine.files()
    expect(readdirSync(bundle)).toEqual(expect.arrayContaining(['manifest.jws', 'state.json', 'trust.json']))
    expect((await machine.run(['status', 'claude-code'])).out).toMatch(/gh: garden\/oldbarn, down for 1\d minutes/)
  })

  it('with a byte flipped, or the service gone, leaves what was there', async () => {
    await firstCall()
    await refresh()
    await publish()
    assay.bundle.intercept = async (_, path) =>
      path.startsWith('/v1/bundle/tiles') ? new Response(new Uint8Array([1, 2, 3])) : undefined
    await assay.bundle.publish([{ ...facts, state: { ...down(), up: 5 } }])
    expect((await refresh()).code).toBe(1)
    expect(await isDenied()).toBe(true)
    await assay.close()
    const { code, said } = await refresh()
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining('cannot be reached') })
    expect(await isDenied()).toBe(true)
    expect((await machine.run(['status', 'claude-code'])).out).toContain('did not succeed')
    assay = await TestAssay.start(await testKey())
  })

  it('sends outcomes once they are turned on, and nothing besides', async () => {
    await firstCall()
    await refresh()
    await machine.run(['reports', 'on'])
    await run({ hook_event_name: 'PostToolUse', tool_response: 'secret', duration_ms: 12 })
    await refresh()
    await refresh()
    const events = [{ toolId: 'garden/oldbarn/read_file', success: true, latencyMs: 12 }]
    expect(assay.ingested).toEqual([{ key: expect.stringMatching(/^[\w-]{36}$/), body: { events } }])
  })

  it('puts long logs aside, and keeps the newest setups', async () => {
    await firstCall()
    const { recent } = machine.files()
    writeFileSync(recent, `${JSON.stringify({ at: 1, kind: 'completed', host: 'x', key: 'k' })}\n`.repeat(6000))
    await refresh()
    expect(existsSync(recent)).toBe(false)
    expect(existsSync(`${recent}.1`)).toBe(true)
    const setups = join(machine.state, 'setups')
    for (let at = 0; at < 210; at += 1) {
      writeFileSync(join(setups, `${at}.json`), '{}')
      utimesSync(join(setups, `${at}.json`), at, at)
    }
    await refresh()
    expect(readdirSync(setups)).toHaveLength(200)
  })
})

describe('another key of the service', () => {
  const rotate = async () => {
    assay.bundle.key = await testKey()
    await publish()
  }
  const refused = async (text: string) => {
    const { code, said } = await refresh()
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(text) })
    expect(problem()).toContain(text)
  }
  beforeEach(async () => {
    await firstCall()
    expect((await refresh()).code).toBe(0)
  })

  it('is accepted where the log of the first contact says so, and then the next one', async () => {
    for (const _ of [1, 2]) {
      await rotate()
      assay.log?.addKey(assay.bundle.key)
      assay.log?.addVerdicts(150)
      expect((await refresh()).code).toBe(0)
    }
  })

  it('is refused where the log does not say so', async () => {
    await rotate()
    await refused('a key that its log does not name')
    expect((await machine.run(['status', 'claude-code'])).out).toContain('a key that its log does not name')
  })

  it('is refused where the log calls it leaked', async () => {
    await rotate()
    assay.log?.addKey(assay.bundle.key)
    assay.log?.addKey(assay.bundle.key, 'leaked')
    await refused('its log calls leaked')
  })

  it('is refused in a log that another key signs', async () => {
    await rotate()
    assay.log?.addKey(assay.bundle.key)
    if (assay.log !== null) assay.log.signer = testSigner(2)
    await refused('not signed as at first contact')
  })

  it('is refused in a log that does not go on from the first contact', async () => {
    await rotate()
    assay.log = new TestLog()
    assay.log.addVerdicts(9)
    assay.log.addKey(assay.bundle.key)
    await refused('not the one of the first contact')
  })

  it('is accepted where the person gives it', async () => {
    await rotate()
    await refused('does not name')
    const given = ['install', 'claude-code', '--project', '--url', assay.url, `--key=${assay.bundle.key.x}`]
    expect((await machine.run(given)).code).toBe(0)
    expect((await refresh()).code).toBe(0)
    await rotate()
    await refused('does not name')
  })
})

describe('a service without a log', () => {
  it('keeps its key', async () => {
    assay.log = null
    await firstCall()
    expect((await refresh()).code).toBe(0)
    assay.bundle.key = await testKey()
    await publish()
    assay.log = new TestLog()
    assay.log.addKey(assay.bundle.key)
    const { said } = await refresh()
    expect(said).toMatch(/had no log at first contact.*--key KEY/)
  })
})
