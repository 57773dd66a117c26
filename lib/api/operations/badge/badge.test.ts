import { probe, probes } from 'assay-verify/state/test-observations'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { xml2js } from 'xml-js'
import { OPERATIONS } from '../../../contract/operations'
import { OPEN_GATE } from '../../../http/gate'
import { endpointFor } from '../../../http/operation'
import { openRatingReader, recordRatings } from '../../../store/ratings/ratings'
import { testServer, testTool } from '../../../store/test-catalog'
import { BADGE_COLORS } from '../../badge-appearance'
import type { Context } from '../../context'
import { openTestContext } from '../../test-context'
import { badgeSvgEndpoint } from './badge'
import { badgeJsonEndpoint } from './badge-json'

const seen = probes(0, 20)
const now = new Date((seen.at(-1) ?? probe(0)).observedAt.getTime() + 60_000)
const NAMES = ['read', 'a/b c', 'x.svg', 'y.json', '天&<">', '<script>alert(1)</script>']

let opened: Awaited<ReturnType<typeof openTestContext>>
let context: Context
beforeAll(async () => {
  opened = await openTestContext(
    [
      testServer('g/s', { tools: NAMES.map((name) => testTool(name)) }),
      testServer('g/auth'),
      testServer('g/paid'),
      testServer('g/new'),
    ],
    now,
  )
  const { db } = opened.context
  context = { ...opened.context, gate: OPEN_GATE, address: null, ratings: openRatingReader(db) }
  await opened.watched('g/s', seen)
  await opened.watched('g/auth', probes(0, 20, 'credentials_required'))
  await opened.watched('g/paid', probes(0, 20, 'payment_required'))
  const rating = { verdict: 'healthy', score: 87.2, grade: 'B' } as const
  await recordRatings(
    db,
    NAMES.map((name) => ({ id: `g/s/${name}`, ...rating })),
  )
})
afterAll(() => opened.close())

const ask = async (path: string, headers: Record<string, string> = {}) => {
  const request = new Request(`http://assay.test/badge/${path}`, { headers })
  const endpoint = endpointFor([badgeSvgEndpoint, badgeJsonEndpoint] as (typeof badgeSvgEndpoint)[], request)
  if (endpoint === undefined) throw new Error('no endpoint')
  return endpoint.handle(request, context)
}
const messageOf = async (path: string) => {
  const answer = await ask(path)
  expect(answer.status).toBe(200)
  return OPERATIONS.badgeEndpoint.output.parse(await answer.json())
}

describe('a badge', () => {
  it('shows the verdict first, then grade and score of 30 days', async () => {
    expect(await messageOf('g/s/read.json')).toEqual({
      schemaVersion: 1,
      label: 'assay',
      message: 'healthy · 30 days: B 87.2',
      color: BADGE_COLORS.healthy,
      cacheSeconds: 300,
    })
    expect(await messageOf('g/paid.json')).toMatchObject({ message: 'requires payment', color: BADGE_COLORS.auth })
    expect(await messageOf('g/auth.json')).toMatchObject({ message: 'requires credentials', color: BADGE_COLORS.auth })
    expect(await messageOf('g/new.json')).toMatchObject({ message: 'unknown', color: BADGE_COLORS.unknown })
  })

  it('is an SVG without any text of third parties', async () => {
    const answer = await ask(`g/s/${encodeURIComponent('<script>alert(1)</script>')}.svg`)
    expect(answer.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60, stale-while-revalidate=300')
    const svg = await answer.text()
    expect(xml2js(svg)).toMatchObject({ elements: [{ name: 'svg' }] })
    expect(svg).toContain('healthy · 30 days: B 87.2')
    expect(svg).toContain(BADGE_COLORS.healthy)
    expect(svg).not.toMatch(/script|alert|g\/s/)
  })

  it.each(['g/s/a/b%20c', 'g%2Fs%2Fa%2Fb%20c', 'g/s/x.svg', 'g/s/y.json', `g/s/${encodeURIComponent('天&<">')}`])(
    'takes the id %s whole',
    async (id) => {
      expect((await messageOf(`${id}.json`)).message).toBe('healthy · 30 days: B 87.2')
      expect(await (await ask(`${id}.svg`)).text()).toContain('healthy · 30 days: B 87.2')
    },
  )

  it.each(['g/s/x', 'g/nothing', 'g/s/', 'a%2F%2Fb', 'a%2F..%2Fb', 'a%00b', 'a%E2%80%AEb', 'x'.repeat(600), '%20'])(
    'is grey, and no error, for %s',
    async (id) => {
      expect(await messageOf(`${id}.json`)).toMatchObject({ message: 'unknown tool', color: BADGE_COLORS.unknown })
      const svg = await ask(`${id}.svg`)
      expect([svg.status, (await svg.text()).includes('unknown tool')]).toEqual([200, true])
    },
  )

  it('is not sent to who has it', async () => {
    const etag = (await ask('g/s/read.svg')).headers.get('etag') ?? ''
    expect((await ask('g/s/read.svg', { 'if-none-match': etag })).status).toBe(304)
  })

  it.each(Object.entries(BADGE_COLORS))('of %s can be read: white on %s has a contrast of 4.5', (_status, color) => {
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const share = Number.parseInt(color.slice(at, at + 2), 16) / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    })
    expect(1.05 / (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05)).toBeGreaterThanOrEqual(4.5)
  })
})
