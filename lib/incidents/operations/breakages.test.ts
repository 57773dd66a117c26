import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestContext } from '../../api/test-context'
import { OPERATIONS } from '../../contract/operations'
import { openBreakages } from '../../store/breakages/breakage-openings'
import { servers } from '../../store/catalog/catalog-schema'
import { testServer, testTool } from '../../store/test-catalog'
import { breakagesEndpoint, brokenNow } from './breakages'

const now = new Date('2026-11-20T12:00:00Z')
const MANY_TOOLS = 250
const IDS = Array.from({ length: 12 }, (_, index) => `g/n${index}`)
const CATALOG = IDS.map((id) =>
  testServer(id, {
    tools: Array.from({ length: id === 'g/n0' ? MANY_TOOLS : 5 }, (_, index) => testTool(`t${index}`)),
  }),
)

let opened: Awaited<ReturnType<typeof openTestContext>>
beforeAll(async () => {
  opened = await openTestContext(CATALOG, now)
  const { db } = opened.context
  const rows = await db.select({ serverKey: servers.key }).from(servers).orderBy(servers.key)
  const evidence = { code: 'connect_failed', text: 'The connection was refused or broke.', at: now.toISOString() }
  const shared = { toolId: null, kind: 'down', severity: 'major', evidence } as const
  const startWindow = { after: now, before: now }
  await db.transaction((tx) =>
    openBreakages(
      tx,
      rows.map(({ serverKey }) => ({
        ...shared,
        serverKey,
        correlationKeys: [{ cause: 'host', what: 'h.example' }],
        startWindow,
      })),
      now,
    ),
  )
})
afterAll(() => opened.close())

const get = async (query: string) => {
  const answer = await breakagesEndpoint.handle(new Request(`http://assay.test/v1/breakages${query}`), opened.context)
  expect(answer.status).toBe(200)
  return OPERATIONS.breakages.output.parse(await answer.json())
}

describe('breakages', () => {
  it('counts an incident in full, whatever the limit of the lists', async () => {
    const all = await get('')
    expect(all.breakages).toHaveLength(12)
    expect(all.incidents).toMatchObject([
      {
        cause: 'host',
        what: 'h.example',
        servers: 12,
        tools: MANY_TOOLS + 11 * 5,
        severity: 'critical',
        kinds: ['down'],
      },
    ])
    expect(all.incidents[0]?.breakages).toHaveLength(10)
    expect(new Set(all.breakages.map(({ group }) => group))).toEqual(new Set([all.incidents[0]?.id]))
    const few = await get('?limit=1')
    expect(few.breakages).toHaveLength(1)
    expect(few.incidents).toEqual(all.incidents)
  })

  it('bounds the ids of one server and counts them all', async () => {
    const { breakages } = await get('')
    const big = breakages.find(({ serverId }) => serverId === 'g/n0')
    expect(big?.tools).toBe(MANY_TOOLS)
    expect(big?.toolIds).toHaveLength(200)
    expect(breakages.find(({ serverId }) => serverId === 'g/n1')?.toolIds).toHaveLength(5)
  })

  it('gives pages the newest breakages of an incident in full', async () => {
    const [incident] = await brokenNow({ limit: 5 }, opened.context)
    expect(incident?.breakages).toHaveLength(10)
    expect(incident?.breakages[0]).toMatchObject({ kind: 'down', recommendation: 'avoid', times: 1 })
  })
})
