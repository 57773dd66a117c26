import { expect, test } from 'vitest'
import type { SubjectDescription } from '../../../lib/core/catalog/subject-description'
import { decodeAlternativesWeights } from '../../../lib/search/alternatives/alternatives-weights'
import { compareAll, findCandidates } from '../../../lib/search/alternatives/find-same'
import { LEAST_SIMILARITY } from '../../../lib/search/alternatives/order-alternatives'
import { buildSegment } from '../../../lib/search/index/build-segment'
import { documentsOf } from '../../../lib/search/index/search-document'
import { Ranker } from '../../../lib/search/rank/rank'
import { shippedTestWeights } from '../../../lib/search/test-weights'
import { readLearnedFile } from '../../../lib/store/search/learned-files'
import { catalogEntryOf, DEMO_SERVERS } from './demo-servers'

const servers = DEMO_SERVERS.map((server) => {
  const entry = catalogEntryOf({ ...server, versions: server.versions.slice(-1) }, 'https://demo.example')
  return { ...entry, id: entry.id.slice(entry.id.indexOf('/') + 1) }
})
const weights = shippedTestWeights()
const segment = buildSegment(weights, servers.flatMap(documentsOf))
const ranker = new Ranker(weights, [{ segment, hidden: null }])
const learned = decodeAlternativesWeights(readLearnedFile('alternatives-weights'))
const described: SubjectDescription[] = servers.flatMap((server) =>
  documentsOf(server).map(({ parameters, ...document }) => ({
    ...document,
    kind: document.id === server.id ? 'server' : 'tool',
    inputSchema: server.tools.find(({ name }) => name === document.name)?.inputSchema ?? null,
    serverTitle: server.title,
    serverDescription: server.description,
  })),
)

/** Tools of other servers that do the same, the surest first, whatever their state. */
function sameAs(id: string): string[] {
  const own = described.find((one) => one.id === id)
  if (own === undefined) throw new Error(`there is no ${id}`)
  const candidates = findCandidates(ranker, own).flatMap((candidate) => {
    const compared = described.find((one) => one.id === candidate.id && one.serverId !== own.serverId)
    return compared === undefined ? [] : [{ candidate, compared }]
  })
  return compareAll(ranker, learned, own, candidates)
    .flatMap((same, place) => {
      const other = candidates[place]?.compared.id
      if (same === null || same.probability < LEAST_SIMILARITY || other === undefined) return []
      return [{ other, probability: same.probability }]
    })
    .sort((a, b) => b.probability - a.probability)
    .map(({ other }) => other)
}

test.each([
  ['example.quillwork/files/list_directory', 'oldbarn.example/storage/list_files'],
  ['harbor.example/search/fetch_page', 'pagewright.example/fetch/fetch_url'],
  ['example.postwind/mail/search_email', 'harbor.example/mail/search_mail'],
])('%s and %s do the same, either way, under other names', (one, other) => {
  expect(sameAs(one)).toEqual([other])
  expect(sameAs(other)).toEqual([one])
})

test('a search of the web by any name, before any of news, and none of an encyclopedia', () => {
  const ofWeb = [
    'driftwood.example/search/web_search',
    'example.lantern/web-search/web_search',
    'harbor.example/search/search_web',
  ]
  expect(sameAs('beacon.example/search/search').slice(0, 3).sort()).toEqual(ofWeb)
  // Some search of the web may find news.
  expect(['beacon.example/search/search', ...ofWeb]).toEqual(
    expect.arrayContaining(sameAs('example.lantern/web-search/news_search')),
  )
  expect(sameAs('encyclopedia.example/api/search_articles')).toEqual([])
})

test.each([
  'cellar.example/archive/tidy_archive',
  'tablestone.example/warehouse/query_warehouse',
  'pinecrest.example/postgres/execute_sql',
  'pigeonhole.example/mail/draft_reply',
  'clickwheel.example/browser/open_page',
])('nothing else does what %s does', (id) => {
  expect(sameAs(id)).toEqual([])
})
