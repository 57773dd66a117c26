import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { licenceOf } from '@/lib/core/catalog/license'
import { Breadcrumbs } from './breadcrumbs'
import { CategoryData } from './category-data'
import { Dataset } from './dataset'
import { FaqPage } from './faq-page'
import { ItemList } from './item-list'
import { ServerData, ToolData } from './server-data'
import { SiteData } from './site-data'
import { SoftwareApplication } from './software-application'

const BASE = 'https://assay.example'
const HOSTILE = '</script><script>alert(1)</script><!--'

/** The data as a reader finds it: the text of the one script element, parsed. */
function parsed(node: ReactNode): Record<string, unknown> {
  const markup = renderToStaticMarkup(node)
  const [, json, ...more] = markup.split(/<script type="application\/ld\+json">|<\/script>/)
  expect(more).toEqual([''])
  return JSON.parse(json ?? '')
}

function structuredData(markup: string): Record<string, unknown>[] {
  const scripts = markup.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)
  return [...scripts].map(([, json = '']) => JSON.parse(json))
}

const structuredTypes = (markup: string) => structuredData(markup).map((data) => data['@type'])

describe('structured data', () => {
  it('places a server below its category, and a tool below its server', () => {
    const category = { slug: 'files', name: 'Files' }
    const entry = { toolId: 'a/b/c d', name: 'c d', serverId: 'a/b', serverTitle: HOSTILE }
    const tool = parsed(<ToolData entry={entry} category={category} baseUrl={BASE} />)
    const items = (tool.itemListElement as { item: string }[]).map(({ item }) => item)
    expect(items).toEqual([`${BASE}/`, `${BASE}/category/files`, `${BASE}/server/a/b`, `${BASE}/tool/a/b/c%20d`])
    const facts = { ...entry, description: 'x', repository: null }
    const catalog = { licence: null, release: { version: null, at: null } }
    const health = { asOf: null, axes: { access: 'open' } } as const
    const markup = renderToStaticMarkup(
      <ServerData entry={facts} catalog={catalog} category={null} health={health} baseUrl={BASE} />,
    )
    expect(markup, 'access that was only declared').not.toContain('isAccessibleForFree')
    expect(structuredTypes(markup)).toEqual(['BreadcrumbList', 'SoftwareApplication'])
  })

  it('places a page below the home page', () => {
    const trail = [
      { name: 'All rankings', path: '/categories' },
      { name: HOSTILE, path: '/category/files' },
    ]
    expect(parsed(<Breadcrumbs trail={trail} baseUrl={BASE} />)).toEqual({
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Assay', item: `${BASE}/` },
        { '@type': 'ListItem', position: 2, name: 'All rankings', item: `${BASE}/categories` },
        { '@type': 'ListItem', position: 3, name: HOSTILE, item: `${BASE}/category/files` },
      ],
    })
  })

  it('has what a category ranks, by position, and what is not rated yet, without', () => {
    const faq = [{ question: 'How many?', answer: 'Two.' }]
    const ranked = {
      products: 1,
      list: [
        { rank: 1, serverId: 'a/b', serverTitle: 'B' },
        { rank: null, serverId: 'a/unsafe', serverTitle: 'U' },
      ],
    }
    const notRated = { products: 30, list: [{ serverId: 'a/c', title: HOSTILE }] }
    const lists = { name: 'Files', slug: 'files', page: 1, ranked, notRated, faq, baseUrl: BASE }
    const markup = renderToStaticMarkup(<CategoryData {...lists} />)
    expect(structuredTypes(markup)).toEqual(['BreadcrumbList', 'ItemList', 'ItemList', 'FAQPage'])
    const [, byRank, others] = structuredData(markup)
    expect(byRank).toMatchObject({ numberOfItems: 1, itemListOrder: 'https://schema.org/ItemListOrderDescending' })
    expect(byRank?.itemListElement).toEqual([
      { '@type': 'ListItem', position: 1, name: 'B', url: `${BASE}/server/a/b` },
    ])
    expect(others).toMatchObject({ numberOfItems: 30, itemListOrder: 'https://schema.org/ItemListUnordered' })
    expect(others?.itemListElement).toEqual([{ '@type': 'ListItem', name: HOSTILE, url: `${BASE}/server/a/c` }])
    const later = renderToStaticMarkup(<CategoryData {...lists} page={2} notRated={null} />)
    expect(structuredTypes(later)).toEqual(['BreadcrumbList', 'ItemList'])
  })

  it('numbers the items of a later page from its first', () => {
    const items = [{ name: 'read_file', path: '/tool/a/b/read_file' }]
    expect(parsed(<ItemList name="Files" items={items} from={51} total={60} baseUrl={BASE} />)).toMatchObject({
      '@type': 'ItemList',
      numberOfItems: 60,
      itemListElement: [{ position: 51, name: 'read_file', url: `${BASE}/tool/a/b/read_file` }],
    })
  })

  it('describes a server, without an address that is none of the web', () => {
    const unknown = {
      repository: 'javascript:alert(1)',
      licence: null,
      version: null,
      releasedAt: null,
      checkedAt: null,
    }
    const facts = { name: HOSTILE, description: '', path: '/server/a/b', category: 'Files', baseUrl: BASE }
    const data = parsed(<SoftwareApplication {...facts} {...unknown} isFree={false} />)
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'SoftwareApplication',
      name: HOSTILE,
      url: `${BASE}/server/a/b`,
      applicationCategory: 'DeveloperApplication',
      applicationSubCategory: 'Files',
      operatingSystem: 'Any',
    })
  })

  it('says of a server what is known, and nothing of offers or of when it was first listed', () => {
    const at = '2026-11-20T00:00:00.000Z'
    const catalog = { licence: licenceOf('mit'), release: { version: '1.2.0', at } }
    const entry = { serverId: 'a/b', serverTitle: 'B', description: '', repository: 'https://code.example/a' }
    const health = { asOf: at, axes: { access: 'open' } } as const
    const markup = renderToStaticMarkup(
      <ServerData entry={entry} catalog={catalog} category={null} health={health} baseUrl={BASE} />,
    )
    const data = JSON.parse(markup.match(/\{[^<]*SoftwareApplication[^<]*\}/)?.[0] ?? '')
    expect(data).toMatchObject({
      license: 'https://spdx.org/licenses/MIT',
      softwareVersion: '1.2.0',
      dateModified: at,
      mainEntityOfPage: { dateModified: at },
      sameAs: 'https://code.example/a',
      isAccessibleForFree: true,
    })
    expect(Object.keys(data).filter((name) => ['offers', 'datePublished'].includes(name))).toEqual([])
  })

  it('names the site and who runs it', () => {
    expect(structuredTypes(renderToStaticMarkup(<SiteData baseUrl={BASE} />))).toEqual(['WebSite', 'Organization'])
  })

  it('has the questions of a page, and is left out where there are none', () => {
    expect(parsed(<FaqPage questions={[{ question: HOSTILE, answer: 'No.' }]} />)).toMatchObject({
      '@type': 'FAQPage',
      mainEntity: [{ '@type': 'Question', name: HOSTILE, acceptedAnswer: { '@type': 'Answer', text: 'No.' } }],
    })
    expect(renderToStaticMarkup(<FaqPage questions={[]} />)).toBe('')
  })

  it('names the files of figures', () => {
    const files = [{ path: '/v1/report', mediaType: 'application/json' }]
    const data = parsed(
      <Dataset
        name="State"
        description="Figures."
        path="/report"
        files={files}
        asOf="2026-11-20T00:00:00.000Z"
        baseUrl={BASE}
      />,
    )
    expect(data).toMatchObject({
      '@type': 'Dataset',
      url: `${BASE}/report`,
      distribution: [{ '@type': 'DataDownload', encodingFormat: 'application/json', contentUrl: `${BASE}/v1/report` }],
    })
  })
})
