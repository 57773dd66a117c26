import { signingKeyFromSeed } from 'assay-verify/attestation'
import { at, HOURS, probes } from 'assay-verify/state/test-observations'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openRememberedAnswers } from '@/lib/api/cache/remembered-answers'
import { overview } from '@/lib/api/page-data/overview'
import { homeLists, topOfCategories } from '@/lib/api/page-data/top-lists'
import { openAttester } from '@/lib/api/signing/attester'
import { openTestContext } from '@/lib/api/test-context'
import { onlyKey } from '@/lib/api/test-keys'
import { OPERATIONS } from '@/lib/contract/operations'
import { newestBreakages } from '@/lib/incidents/operations/breakages'
import { getContext } from '@/lib/runtime/app'
import type { ServiceContext } from '@/lib/runtime/service-app'
import { openRatingReplica, type RatingReplica } from '@/lib/store/ratings/rating-replica'
import { streamable, testServer, testTool } from '@/lib/store/test-catalog'
import { readCategory } from './_read/category'
import { readSearch } from './_read/search'
import { readServer, readTool } from './_read/subject'

const IDS = ['g/one', 'g/two', 'g/three', 'g/four']
const server = (id: string) =>
  testServer(id, {
    declaredAccess: 'auth',
    remotes: [streamable(`https://${id.slice(2)}.example/mcp`)],
    tools: [testTool('a'), testTool('b')],
  })

let opened: Awaited<ReturnType<typeof openTestContext>>
let replica: RatingReplica
let statements: string[] = []
const shared = globalThis as { [key: symbol]: unknown }
const APP = Symbol.for('assay.app')

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: at(6 * HOURS) })
  opened = await openTestContext(IDS.map(server), at(6 * HOURS))
  const { context, finder } = opened
  for (const id of IDS) await opened.watched(id, probes(0, 24, 'credentials_required'))
  finder.find = (text) => [{ id: `g/${text}/a`, relevance: 0.9 }, ...IDS.map((id) => ({ id, relevance: 0.5 }))]
  replica = openRatingReplica(context.reads, context.ratings, (cause) => expect.fail(String(cause)))
  await replica.start()
  Object.assign(context, {
    ratings: replica,
    subjectFacts: replica.subjectFacts,
    remembered: openRememberedAnswers(replica.marks),
    searchIndex: { ranker: async () => ({ version: '1' }) },
    // As a job finds them ahead.
    alternatives: { find: async () => [], findStored: async () => new Map() },
    availability: { outage: null, limitations: [] },
    attester: openAttester(onlyKey(signingKeyFromSeed(new Uint8Array(32).fill(7))), 'https://assay.example'),
  } as unknown as Partial<ServiceContext>)
  await context.products.current()
  countStatements(context)
  shared[APP] = Promise.resolve(context)
})
afterAll(async () => {
  shared[APP] = undefined
  await replica.close()
  await opened.close()
  vi.useRealTimers()
})

/** Of every driver the same object notes what is executed. */
function countStatements({ db }: ServiceContext): void {
  const { logger } = (db as unknown as { _: { session: { logger: { logQuery(query: string): void } } } })._.session
  logger.logQuery = (query) => {
    // What the replica asks each second is of no page.
    if (!query.includes('AS "askedAt"')) statements.push(query)
  }
}

async function statementsOf(read: () => Promise<unknown>): Promise<string[]> {
  statements = []
  await read()
  return statements
}

const search = (q: string) => () =>
  readSearch(OPERATIONS.search.input.parse({ q }), { page: 1, asWords: false }) as Promise<unknown>
const home = async () => {
  const context = await getContext()
  await Promise.all([overview(context), newestBreakages(5, context), homeLists(context)])
}

/** `before`: what a page of the kind reads and keeps for a moment for all of them. */
interface Kind {
  read(): Promise<unknown>
  statements: number
  before?: () => Promise<unknown>
}

const categories = async () => topOfCategories(3, await getContext())
const KINDS: Readonly<Record<string, Kind>> = {
  'all categories for the first time': { read: categories, statements: 2 },
  'all categories': { read: categories, statements: 0, before: categories },
  'the home page': { read: home, statements: 0, before: home },
  'a category': { read: () => readCategory('other', '{}'), statements: 2, before: () => readCategory('files', '{}') },
  'a search': { read: search('one'), statements: 1, before: search('three') },
  'a server': { read: () => readServer('g/one'), statements: 2, before: () => readServer('g/two') },
  'a tool': { read: () => readTool('g/one/a'), statements: 2 },
}

test.each(Object.entries(KINDS))(
  '%s takes so many statements',
  async (_kind, { read, statements: expected, before }) => {
    await before?.()
    const executed = await statementsOf(read)
    expect(executed.length, executed.join('\n\n')).toBe(expected)
  },
)

test('what the pages read is there', async () => {
  expect(await readServer('g/two')).toMatchObject({ facts: { tools: [{ name: 'a' }, { name: 'b' }], checks: 24 } })
  expect(await readCategory('other', '{}')).toMatchObject({ listing: { ranked: { products: IDS.length } } })
  expect(
    (await readSearch(OPERATIONS.search.input.parse({ q: 'two' }), { page: 1, asWords: false }))?.rows[0],
  ).toMatchObject({ toolId: 'g/two' })
})
