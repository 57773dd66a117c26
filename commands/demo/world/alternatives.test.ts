import { expect, test } from 'vitest'
import { parameterNames } from '../../../lib/core/json-schema/parameters'
import { LEAST_SIMILARITY } from '../../../lib/search/alternatives/order-alternatives'
import { purposeOf } from '../../../lib/search/alternatives/purpose'
import { replacementBy, similarityWith } from '../../../lib/search/alternatives/replacement'
import { findAlike } from '../../../lib/search/alternatives/similarity'
import { buildSegment } from '../../../lib/search/index/build-segment'
import { documentsOf } from '../../../lib/search/index/search-document'
import { Ranker } from '../../../lib/search/rank/rank'
import { shippedTestWeights } from '../../../lib/search/test-weights'
import { catalogEntryOf, DEMO_SERVERS } from './demo-servers'

const servers = DEMO_SERVERS.map((server) => {
  const entry = catalogEntryOf({ ...server, versions: server.versions.slice(-1) }, 'https://demo.example')
  return { ...entry, id: entry.id.slice(entry.id.indexOf('/') + 1) }
})
const described = servers.flatMap((server) =>
  documentsOf(server).map((document) => {
    const schema = server.tools.find(({ name }) => name === document.name)?.inputSchema ?? null
    return {
      ...document,
      parameters: parameterNames(schema).join(' '),
      purpose: purposeOf({ ...document, kind: document.id === server.id ? 'server' : 'tool' }),
    }
  }),
)
const weights = shippedTestWeights()
const segment = buildSegment(weights, servers.flatMap(documentsOf))
const ranker = new Ranker(weights, [{ segment, hidden: null }])

/** Tools of other servers that do the same, whatever their state. */
function sameAs(id: string): string[] {
  const own = described.find((one) => one.id === id)
  if (own === undefined) throw new Error(`there is no ${id}`)
  return findAlike(ranker, own, 200, 0.6)
    .flatMap((alike) => {
      const other = described.find((one) => one.id === alike.id)
      const replacement = other && other.serverId !== own.serverId && replacementBy(own.purpose, other.purpose)
      return replacement && similarityWith(alike, replacement) >= LEAST_SIMILARITY ? [alike.id] : []
    })
    .sort()
}

test.each([
  ['example.quillwork/files/list_directory', 'oldbarn.example/storage/list_files'],
  ['harbor.example/search/fetch_page', 'pagewright.example/fetch/fetch_url'],
  ['example.postwind/mail/search_email', 'harbor.example/mail/search_mail'],
])('%s and %s do the same, either way, under other names', (one, other) => {
  expect(sameAs(one)).toEqual([other])
  expect(sameAs(other)).toEqual([one])
})

test('a search of the web by any name, and no search of news or of an encyclopedia', () => {
  expect(sameAs('beacon.example/search/search')).toEqual([
    'example.lantern/web-search/web_search',
    'harbor.example/search/search_web',
  ])
  expect(sameAs('example.lantern/web-search/news_search')).toEqual([])
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
