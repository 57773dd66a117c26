import { gzipSync } from 'node:zlib'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { sha256Of } from '../base64url.ts'
import { decide } from '../decide.ts'
import { DEFAULT_POLICY } from '../policy.ts'
import { minutesOf, NOON } from '../test-views.ts'
import { createHolder, type HolderOptions, type HolderReport } from './holder.ts'
import { type BundleStore, memoryStore } from './store.ts'
import { type TestKey, type TestServer, TestService, testKey, URL_OF_SERVICE } from './test-service.ts'

const MINUTE = 60_000
/** In tiles 0 and 1 of page 0, and in tile 2 of page 1. */
const [A, B, C] = ['AAAAAAAAAAAAAAAAAAAAAA', 'QAAAAAAAAAAAAAAAAAAAAA', 'gAAAAAAAAAAAAAAAAAAAAA']
const WANTED = { keys: [A, B, C], pins: false }
const LIMITS = { requestMs: 10_000, refreshMs: 20_000 }
const SHORT = { requestMs: 400, refreshMs: 800 }

function serversWith(v: 'healthy' | 'down', now: number): TestServer[] {
  const state = { v, since: minutesOf(now) - 5, until: minutesOf(now) + 15 }
  return [
    {
      id: 'garden/oldbarn',
      title: 'Old Barn',
      keys: [A, B],
      tools: {},
      state,
      pins: { x: ['t', null, 's', null, null] },
    },
    { id: 'garden/quillwork', title: 'Quillwork', keys: [C], tools: {}, state: null },
  ]
}

let [key, otherKey]: TestKey[] = []
let service: TestService
let now: number
let files: Map<string, Uint8Array>
let store: BundleStore

beforeAll(async () => {
  key = await testKey()
  otherKey = await testKey()
})

beforeEach(async () => {
  if (key === undefined) throw new Error('no key')
  now = NOON
  service = new TestService(key, NOON)
  await service.publish(serversWith('down', NOON))
  files = new Map()
  store = {
    read: async (name) => files.get(name) ?? null,
    write: async (name, bytes) => void files.set(name, bytes),
    remove: async (name) => void files.delete(name),
  }
})

const opened = (options: Partial<HolderOptions> = {}) =>
  createHolder({ serviceUrl: URL_OF_SERVICE, fetch: service.fetch, store, now: () => now, limits: LIMITS, ...options })

/** A minute passes, and the service publishes. */
async function nextMinute(v: 'healthy' | 'down' = 'healthy', change = {}): Promise<void> {
  now += MINUTE
  service.now = now
  await service.publish(serversWith(v, now), change)
  service.asked.length = 0
}

/** What a holder says of the server, and of what it has of it. */
const found = ({ status, problem, view }: HolderReport) => ({
  status,
  problem,
  state: view?.servers.get(A)?.[0]?.state?.v ?? null,
})
const DOWN = { status: 'new', problem: null, state: 'down' }

describe('a holder', () => {
  it('takes the key at first contact, and fetches what the keys need', async () => {
    const report = await opened().refresh(WANTED)
    expect(found(report)).toEqual(DOWN)
    expect(report).toMatchObject({ sequence: 1, key: { kid: key?.kid, x: key?.x } })
    expect([...(report.view?.servers.keys() ?? [])].sort()).toEqual([A, B, C].sort())
    // The manifest, the key, four pages and six tiles; no pins.
    expect(service.asked).toHaveLength(12)
    expect(report.view).toMatchObject({ assessedAt: NOON, expiresAt: NOON + 10 * MINUTE })
    const call = { keys: [A], configuredName: 'barn', tool: 'x', arguments: null }
    expect(decide(call, report.view, DEFAULT_POLICY, [], NOON)).toMatchObject({ action: 'deny', code: 'down' })
  })

  it('fetches only the tiles of its keys, and pins only for a lock file', async () => {
    await opened().refresh({ keys: [C], pins: false })
    expect(service.asked).toHaveLength(6)
    service.asked.length = 0
    const { view } = await opened().refresh({
      keys: [A],
      pins: true,
      configuredNames: new Map([['garden/oldbarn', 'b']]),
    })
    // Within the minute no manifest is asked for.
    expect(service.asked).toHaveLength(6)
    expect(view?.servers.get(A)?.[0]?.pins?.tools).toEqual({ x: ['t', null, 's', null, null] })
    expect(view?.servers.has(C)).toBe(false)
    expect(view?.configuredNames.get('garden/oldbarn')).toBe('b')
  })

  it('asks once a minute, by its etag, and fetches what changed', async () => {
    const holder = opened()
    await holder.refresh(WANTED)
    service.asked.length = 0
    expect(found(await holder.refresh(WANTED))).toEqual({ ...DOWN, status: 'same' })
    expect(service.asked).toEqual([])
    now += MINUTE
    expect(found(await opened().refresh(WANTED))).toEqual({ ...DOWN, status: 'same' })
    expect(service.asked).toEqual(['/v1/bundle/manifest'])
    await nextMinute('healthy')
    expect(found(await holder.refresh(WANTED))).toEqual({ status: 'new', problem: null, state: 'healthy' })
    // The manifest, one page of states with two changed tiles.
    expect(service.asked).toHaveLength(4)
  })

  it('drops what it no longer needs', async () => {
    const holder = opened()
    await holder.refresh({ ...WANTED, pins: true })
    const before = files.size
    await nextMinute('healthy')
    await holder.refresh({ keys: [C], pins: false })
    // Two tiles of states, and two of pins, are the same.
    expect(before).toBe(3 + 6 + 7)
    expect(files.size).toBe(3 + 2 + 2)
  })

  it('serves what is stored to the next process without the service', async () => {
    await opened().refresh(WANTED)
    now += 2 * MINUTE
    const fetch = async () => {
      throw new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
    }
    const report = await opened({ fetch }).refresh(WANTED)
    expect(found(report)).toMatchObject({ status: 'kept', state: 'down' })
    expect(report.problem).toContain('ECONNREFUSED')
    now += 10 * MINUTE
    const { view } = await opened({ fetch }).refresh(WANTED)
    const call = { keys: [A], configuredName: 'barn', tool: 'x', arguments: null }
    expect(decide(call, view, DEFAULT_POLICY, [], now)).toMatchObject({ action: 'allow', code: 'stale' })
  })

  it('has nothing to say where there never was a service', async () => {
    const fetch = async () => new Response('', { status: 502 })
    expect(await opened({ fetch }).refresh(WANTED)).toEqual({
      status: 'kept',
      problem: `${URL_OF_SERVICE}/v1/bundle/manifest answered 502`,
      view: null,
      sequence: null,
      key: null,
    })
    expect((await opened({ fetch }).refresh(WANTED)).problem).toMatch(/less than a minute ago/)
  })
})

describe('what is refused leaves what was held', () => {
  const flipped = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 1 : byte))
  const manifestBytes = () => service.answers.get('/v1/bundle/manifest') ?? new Uint8Array()

  async function refused(problem: RegExp, options: Partial<HolderOptions> = {}): Promise<void> {
    const report = await opened(options).refresh(WANTED)
    expect(found(report)).toEqual({ status: 'kept', problem: expect.stringMatching(problem), state: 'down' })
    expect(report.sequence).toBe(1)
    // Nothing but the time of the attempt is written over.
    const again = await opened({ fetch: async () => new Response('', { status: 500 }) }).refresh(WANTED)
    expect(again).toMatchObject({ sequence: 1, view: { assessedAt: NOON } })
  }

  beforeEach(async () => {
    await opened().refresh(WANTED)
    await nextMinute('healthy')
  })

  it('a manifest with a flipped byte, wherever it is', async () => {
    const whole = manifestBytes()
    for (let at = 0; at < whole.length; at += 13) {
      service.answers.set('/v1/bundle/manifest', flipped(whole, at))
      now += MINUTE
      expect(found(await opened().refresh(WANTED))).toMatchObject({ status: 'kept', state: 'down' })
    }
  })

  it('a manifest that ends in the middle', async () => {
    service.answers.set('/v1/bundle/manifest', manifestBytes().slice(0, 500))
    await refused(/damaged/)
  })

  it('a tile or page with a flipped byte', async () => {
    for (const [path, bytes] of service.answers)
      if (path.startsWith('/v1/bundle/tiles/')) service.answers.set(path, flipped(bytes, bytes.length - 9))
    await refused(/^tile [\w-]{43} is damaged$/)
  })

  it('half of the tiles', async () => {
    service.intercept = async (number) => (number > 3 ? new Response('', { status: 404 }) : undefined)
    await refused(/answered 404/)
  })

  it('an old manifest', async () => {
    await service.sign({ ...service.manifest, sequence: 0 })
    await refused(/the old manifest 0; 1 was seen before/)
  })

  it('a manifest of a newer number and an older time', async () => {
    await service.publish(serversWith('healthy', now), { iat: NOON / 1000 - 1 })
    await refused(/old manifest/)
  })

  it('another manifest of the same number', async () => {
    await service.publish(serversWith('healthy', now), { sequence: 1 })
    await refused(/two manifests of the number 1/)
  })

  it('an expired manifest, and one of the future', async () => {
    await service.publish(serversWith('healthy', now), { exp: now / 1000 - 1 })
    await refused(/expired/)
    await service.publish(serversWith('healthy', now), { iat: now / 1000 + 700, exp: now / 1000 + 900 })
    now += MINUTE
    await refused(/of the future/)
  })

  it('a manifest of another service', async () => {
    await service.publish(serversWith('healthy', now), { iss: 'https://other.example' })
    await refused(/another service: https:\/\/other\.example/)
  })

  it('a signature of another key', async () => {
    if (otherKey) service.key = otherKey
    await service.sign(service.manifest)
    await refused(/no log proves that it follows/)
  })

  it('a signature of another key under the name of the key', async () => {
    if (otherKey) service.key = { ...otherKey, kid: key?.kid ?? '' }
    await service.sign(service.manifest)
    await refused(/signature of the manifest is wrong/)
  })

  it.each([
    [{ typ: 'tool-reliability+jwt' }, /no manifest of a bundle/],
    [{ alg: 'none' }, /no manifest of a bundle/],
    [{ crit: ['b64'] }, /no manifest of a bundle/],
    [{ kid: 7 }, /no manifest of a bundle/],
  ])('a header with %j', async (header, problem) => {
    await service.sign(service.manifest, header)
    await refused(problem)
  })

  it.each([
    [{ form: 2 }, /has the form 2, which needs a newer version/],
    [{ bits: 17 }, /not of its form/],
    [{ pages: {} }, /not of its form/],
    [{ sequence: '9' }, /not of its form/],
    [{ pageTiles: 0 }, /not of its form/],
    [{ iat: null }, /not of its form/],
  ])('a payload with %j', async (change, problem) => {
    await service.sign({ ...service.manifest, ...change })
    await refused(problem)
  })

  it('a tile that is too long, at any speed', async () => {
    const endless = () => new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(2 ** 20)) })
    service.intercept = async (number) => (number > 1 ? new Response(endless()) : undefined)
    await refused(/is longer than 4194304 bytes/)
  })

  it('a tile of megabytes that unpacks to gigabytes', async () => {
    const bytes = new Uint8Array(gzipSync(new Uint8Array(40 * 2 ** 20)))
    expect(bytes.length).toBeLessThan(50_000)
    const bomb = await sha256Of(bytes)
    service.answers.set(`/v1/bundle/tiles/${bomb}`, bytes)
    const page = await service.tile([bomb, bomb])
    const pages = { facts: [page, page], states: [page, page], pins: [page, page] }
    await service.sign({ ...service.manifest, pages })
    await refused(/is longer than 33554432 bytes/)
  })

  it('tiles of another form, and what is no JSON', async () => {
    for (const [content, problem] of [
      [{ form: 2, servers: [] }, /unknown form/],
      ['not JSON', /is no JSON/],
      ['null', /is no JSON/],
    ] as const) {
      const tile = await service.tile(content)
      const page = await service.tile([tile, tile])
      await service.sign({
        ...service.manifest,
        pages: { facts: [page, page], states: [page, page], pins: [page, page] },
      })
      now += MINUTE
      service.now = now
      await refused(problem)
    }
  })

  it('a page that names nothing', async () => {
    const page = await service.tile({ 0: 'x' })
    await service.sign({
      ...service.manifest,
      pages: { facts: [page, page], states: [page, page], pins: [page, page] },
    })
    await refused(/does not name tile/)
  })

  it('a service that is slow, and one that never answers', async () => {
    service.intercept = () => new Promise(() => {})
    await refused(/took longer than 0\.4 s/, { limits: SHORT })
    service.intercept = async () => new Response(new ReadableStream({ start: () => {} }))
    now += MINUTE
    await refused(/took longer than 0\.4 s/, { limits: SHORT })
  })

  it('a platform that cannot check signatures', async () => {
    vi.spyOn(crypto.subtle, 'verify').mockRejectedValue(new DOMException('x', 'NotSupportedError'))
    const report = await opened().refresh(WANTED)
    expect(report.problem).toBe('this platform cannot check Ed25519 signatures')
  })
})

it('keeps a usable view wherever the network is cut', async () => {
  await opened().refresh(WANTED)
  const stored = new Map(files)
  await nextMinute('healthy')
  for (let cut = 1; cut <= 4; cut += 1) {
    files.clear()
    for (const [name, bytes] of stored) files.set(name, bytes)
    service.asked.length = 0
    service.intercept = async (number) => {
      if (number >= cut) throw new TypeError('fetch failed')
      return undefined
    }
    expect(found(await opened().refresh(WANTED))).toMatchObject({ status: 'kept', state: 'down' })
    // What came before the cut is not fetched again.
    const had = service.asked.length - 1
    service.asked.length = 0
    service.intercept = async () => undefined
    now += MINUTE
    service.now = now
    expect(found(await opened().refresh(WANTED))).toEqual({ status: 'new', problem: null, state: 'healthy' })
    expect(service.asked.length).toBeLessThanOrEqual(4 - Math.max(had - 2, 0))
  }
  service.intercept = async () => undefined
})

it('has all or nothing where the network is cut at first contact', async () => {
  for (let cut = 1; cut <= 12; cut += 1) {
    files.clear()
    service.asked.length = 0
    service.intercept = async (number) => {
      if (number >= cut) throw new TypeError('fetch failed')
      return undefined
    }
    expect(await opened().refresh(WANTED)).toMatchObject({ status: 'kept', view: null })
    service.intercept = async () => undefined
    now += MINUTE
    service.now = now
    await service.publish(serversWith('down', NOON))
    expect(found(await opened().refresh(WANTED))).toEqual(DOWN)
  }
})

describe('a clock that is wrong', () => {
  it.each([-10, 10, -600])('by %i minutes gives the same decisions', async (minutes) => {
    now += minutes * MINUTE
    const { view, problem } = await opened().refresh(WANTED)
    expect(problem).toBeNull()
    expect(view).toMatchObject({ assessedAt: now, expiresAt: now + 10 * MINUTE })
    const call = { keys: [A], configuredName: 'barn', tool: 'x', arguments: null }
    const at = (later: number) => decide(call, view, DEFAULT_POLICY, [], now + later * MINUTE).code
    expect([at(0), at(9), at(10), at(-6)]).toEqual(['down', 'down', 'stale', 'stale'])
  })

  it('by seconds is none', async () => {
    now += 40_000
    expect((await opened().refresh(WANTED)).view).toMatchObject({ assessedAt: NOON })
  })

  it('by days is said', async () => {
    now += 2 * 24 * 60 * MINUTE
    expect(await opened().refresh(WANTED)).toMatchObject({
      view: null,
      problem: expect.stringMatching(/more than a day/),
    })
  })

  it('is refused with an old date, under which an old manifest is sent again', async () => {
    await opened().refresh(WANTED)
    now += 120 * MINUTE
    expect(await opened().refresh(WANTED)).toMatchObject({
      ...{ status: 'kept', problem: expect.stringMatching(/more than an hour ahead/) },
      view: { expiresAt: NOON + 10 * MINUTE },
    })
  })

  it('counts the time that a cache held the answer', async () => {
    now += 10 * MINUTE
    const fetch: HolderOptions['fetch'] = async (address, init) => {
      const response = await service.fetch(address, init)
      response.headers.set('age', '600')
      return response
    }
    service.now += 1000
    expect((await opened({ fetch }).refresh(WANTED)).problem).toMatch(/expired/)
  })
})

describe('a store', () => {
  it('that takes nothing leaves what is on it, and the view is new nevertheless', async () => {
    await opened().refresh(WANTED)
    await nextMinute('healthy')
    const full = { ...store, write: async () => Promise.reject(new Error('ENOSPC: no space left')) }
    const report = await opened({ store: full }).refresh(WANTED)
    expect(found(report)).toEqual({
      status: 'new',
      problem: 'the bundle cannot be kept: ENOSPC: no space left',
      state: 'healthy',
    })
    expect(found(await opened({ fetch: async () => new Response('', { status: 500 }) }).refresh(WANTED))).toMatchObject(
      {
        state: 'down',
      },
    )
  })

  it('that becomes full at any write never has half a bundle', async () => {
    await opened().refresh(WANTED)
    const stored = new Map(files)
    await nextMinute('healthy')
    for (let room = 0; room <= 7; room += 1) {
      files.clear()
      for (const [name, bytes] of stored) files.set(name, bytes)
      let writes = 0
      const filling: BundleStore = {
        ...store,
        write: async (name, bytes) => {
          writes += 1
          if (writes > room) throw new Error('ENOSPC')
          files.set(name, bytes)
        },
      }
      expect(found(await opened({ store: filling }).refresh(WANTED)).state).toBe('healthy')
      const { view } = await opened({ fetch: async () => new Response('', { status: 500 }) }).refresh(WANTED)
      expect(view?.servers.size).toBe(3)
    }
  })

  it('that fails or hangs at every turn is survived', async () => {
    const broken = async () => Promise.reject(new Error('EIO'))
    const report = await opened({ store: { read: broken, write: broken, remove: broken } }).refresh(WANTED)
    expect(found(report)).toMatchObject({ status: 'new', state: 'down', problem: expect.stringMatching(/EIO/) })
    const hanging = () => new Promise<never>(() => {})
    const hung = await opened({ store: { read: hanging, write: hanging, remove: hanging }, limits: SHORT }).refresh(
      WANTED,
    )
    expect(hung).toMatchObject({ status: 'kept', view: null, problem: expect.stringMatching(/took longer/) })
  })

  it('with flipped bytes is fetched anew, and does not go back', async () => {
    await opened().refresh(WANTED)
    for (const [name, bytes] of files)
      if (name !== 'state.json' && name !== 'trust.json')
        files.set(
          name,
          bytes.map((byte, at) => (at === 70 ? byte ^ 1 : byte)),
        )
    now += MINUTE
    await service.publish(serversWith('down', NOON), { sequence: 0 })
    expect(await opened().refresh(WANTED)).toMatchObject({
      view: null,
      problem: expect.stringMatching(/old manifest 0/),
    })
    await nextMinute('healthy', { sequence: 2 })
    expect(found(await opened().refresh(WANTED))).toEqual({ status: 'new', problem: null, state: 'healthy' })
  })

  it('with a damaged key says how to go on', async () => {
    await opened().refresh(WANTED)
    const trust = files.get('trust.json') ?? new Uint8Array()
    files.set('trust.json', new TextEncoder().encode(new TextDecoder().decode(trust).replace('"x":"', '"x":"A')))
    await nextMinute('healthy')
    expect((await opened().refresh(WANTED)).problem).toMatch(/trust\.json is damaged: remove it/)
  })

  it('of two holders keeps the newer manifest', async () => {
    const [slow, quick] = [opened(), opened()]
    await slow.refresh(WANTED)
    await nextMinute('healthy')
    service.intercept = async (_, path) => {
      if (path !== '/v1/bundle/manifest') return undefined
      service.intercept = async () => undefined
      const answer = await service.fetch(URL_OF_SERVICE + path, {})
      await nextMinute('down')
      await quick.refresh(WANTED)
      return answer
    }
    await slow.refresh(WANTED)
    expect((await opened().refresh(WANTED)).sequence).toBe(3)
  })

  it('in memory is one', async () => {
    const holder = opened({ store: memoryStore() })
    await holder.refresh(WANTED)
    await nextMinute('healthy')
    expect(found(await holder.refresh({ ...WANTED, keys: [A] }))).toMatchObject({ status: 'new', state: 'healthy' })
  })
})

describe('the key of the service', () => {
  it('is the given one', async () => {
    const { view } = await opened({ key: { kid: key?.kid ?? '', x: key?.x ?? '' } }).refresh(WANTED)
    expect(view).not.toBeNull()
    expect(service.asked).not.toContain('/.well-known/jwks.json')
  })

  it('that is given is the only one', async () => {
    const given = { kid: otherKey?.kid ?? '', x: otherKey?.x ?? '' }
    const report = await opened({ key: given }).refresh(WANTED)
    expect(report).toMatchObject({ view: null, key: given, problem: expect.stringMatching(/no log proves/) })
    // Also after another was taken at first contact.
    await opened().refresh(WANTED)
    await nextMinute('healthy')
    expect((await opened({ key: given }).refresh(WANTED)).problem).toMatch(/no log proves/)
  })

  it('changes by a proven rotation, and stays changed', async () => {
    await opened().refresh(WANTED)
    if (otherKey) service.key = otherKey
    await nextMinute('healthy')
    const rotation = vi.fn(async () => true)
    const report = await opened({ rotation }).refresh(WANTED)
    expect(found(report)).toEqual({ status: 'new', problem: null, state: 'healthy' })
    const [to, from] = [otherKey, key].map((one) => ({ kid: one?.kid, x: one?.x }))
    expect(rotation.mock.calls).toEqual([[to, from]])
    await nextMinute('down')
    expect(found(await opened().refresh(WANTED))).toEqual(DOWN)
    if (key) service.key = key
    await nextMinute('healthy')
    expect((await opened().refresh(WANTED)).problem).toMatch(/no log proves/)
  })

  it('does not change where the proof is wrong, or fails', async () => {
    await opened().refresh(WANTED)
    if (otherKey) service.key = otherKey
    await nextMinute('healthy')
    expect((await opened({ rotation: async () => false }).refresh(WANTED)).problem).toMatch(/no log proves/)
    now += MINUTE
    const rotation = async () => Promise.reject(new Error('the log cannot be read'))
    expect((await opened({ rotation }).refresh(WANTED)).problem).toMatch(/the log cannot be read/)
  })

  it('must be its own thumbprint', async () => {
    service.key = { ...service.key, kid: otherKey?.kid ?? '' }
    await service.sign(service.manifest)
    expect((await opened().refresh(WANTED)).problem).toMatch(/does not publish the key/)
  })
})
