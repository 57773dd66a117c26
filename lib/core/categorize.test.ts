import { existsSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CategorySubject, categorize } from './categorize'
import { slugsOfLabel } from './category-hints'
import { CATEGORY_TERMS } from './category-terms'
import { CATEGORIES, categoryBySlug } from './taxonomy'
import { wordsOf } from './words'

const NOTHING: CategorySubject = {
  name: '',
  title: null,
  description: '',
  serverTitle: '',
  serverDescription: '',
  categoryHint: null,
  tags: [],
}
const subject = (given: Partial<CategorySubject>): CategorySubject => ({ ...NOTHING, ...given })

describe('categorize', () => {
  it.each([
    ['get_weather_forecast', 'Returns the forecast for a city.', 'weather'],
    ['create_pull_request', 'Open a pull request on GitHub.', 'version-control'],
    ['send_email', 'Send an email with attachments.', 'email'],
    ['search_flights', 'Search flights between two airports.', 'travel'],
    ['run_sql_query', 'Run a read-only SQL query on the PostgreSQL database.', 'databases'],
    ['verify_jwt', 'Check an OAuth access token and its permissions.', 'auth'],
    ['create_webhook', 'Subscribe a webhook to events.', 'webhooks'],
    ['getBitcoinPrice', 'The price of a cryptocurrency.', 'crypto'],
    ['查询天气', '查询城市的天气', 'weather'],
    ['translateText', 'Translate a text with DeepL.', 'education-language'],
    ['browser_click', 'Click an element on the page with Playwright.', 'browser-automation'],
    ['generate_image', 'Generate an image from a prompt.', 'images-design'],
  ])('%s -> %s', (name, description, slug) => {
    expect(categorize(subject({ name, description }))[0]).toBe(slug)
  })

  it('lets the own words decide among the tools of a wide server', () => {
    const wide = {
      serverTitle: 'Google Workspace',
      serverDescription: 'Gmail, Calendar, Drive and Docs in one server.',
    }
    expect(categorize(subject({ ...wide, name: 'create_calendar_event' }))[0]).toBe('calendar')
    expect(categorize(subject({ ...wide, name: 'upload_file', description: 'Upload a file to a folder.' }))[0]).toBe(
      'files',
    )
    expect(categorize(subject({ ...wide, name: 'send_email' }))[0]).toBe('email')
  })

  it('takes what the server says where the tool says nothing, and the label where nobody does', () => {
    expect(categorize(subject({ name: 'run', serverTitle: 'Weather', serverDescription: 'Forecasts.' }))).toEqual([
      'weather',
    ])
    expect(categorize(subject({ name: 'xyzzy', categoryHint: 'Crypto-Currency & Blockchain' }))).toEqual(['other'])
    expect(categorize(subject({ name: 'xyzzy', categoryHint: 'CRYPTOCURRENCY & blockchain' }))).toEqual(['crypto'])
    expect(categorize(subject({ name: 'xyzzy' }))).toEqual(['other'])
  })

  it('weighs a label, and does not obey it', () => {
    const hinted = { categoryHint: 'Databases' }
    expect(categorize(subject({ ...hinted, name: 'list_items' }))[0]).toBe('databases')
    expect(categorize(subject({ ...hinted, name: 'get_weather_forecast', description: 'Weather forecast.' }))[0]).toBe(
      'weather',
    )
  })

  it('ignores tags that a catalog gives to everything', () => {
    expect(categorize(subject({ name: 'xyzzy', tags: ['search', 'web', 'api', 'mcp'] }))).toEqual(['other'])
    expect(categorize(subject({ name: 'xyzzy', tags: ['weather', 'forecast'] }))).toEqual(['weather'])
  })

  it('gives one or two distinct known slugs for any text, always the same', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 60 })
    const record = fc.record({
      name: text,
      title: fc.option(text),
      description: text,
      serverTitle: text,
      serverDescription: text,
      categoryHint: fc.option(text),
      tags: fc.array(text, { maxLength: 3 }),
    })
    fc.assert(
      fc.property(record, (given) => {
        const slugs = categorize(given)
        expect(slugs.length === 1 || slugs.length === 2).toBe(true)
        expect(new Set(slugs).size).toBe(slugs.length)
        for (const slug of slugs) expect(categoryBySlug(slug)).toBeDefined()
        expect(categorize(given)).toEqual(slugs)
      }),
    )
  })
})

describe('the tables', () => {
  it('hold terms of one to three words with weights of 1 to 9, none twice in a category', () => {
    for (const [slug, lines] of Object.entries(CATEGORY_TERMS)) {
      const terms = lines
        .trim()
        .split('\n')
        .flatMap((line) => {
          expect(line.trim()).toMatch(/^[1-9] \S/)
          return line
            .trim()
            .slice(2)
            .split(',')
            .map((term) => term.trim())
        })
      expect(new Set(terms).size, slug).toBe(terms.length)
      for (const term of terms) {
        expect(wordsOf(term).length, `${slug}: ${term}`).toBeGreaterThanOrEqual(1)
        expect(wordsOf(term).length, `${slug}: ${term}`).toBeLessThanOrEqual(3)
      }
    }
  })

  it.each([
    ['Web Search & Research', 'web-search'],
    ['search-data-extraction', 'web-search'],
    ['Development Tools', 'code'],
    ['devtools', 'code'],
    ['Currency Exchange', 'finance-markets'],
    ['E-commerce', 'ecommerce'],
  ])('map the label %s to %s first', (label, slug) => {
    expect(slugsOfLabel(label)[0]).toBe(slug)
  })

  it.each(['Other', 'Others', 'uncategorized', 'Miscellaneous', 'tools', '', 'constructor', '__proto__'])(
    'say nothing of %j',
    (label) => {
      expect(slugsOfLabel(label)).toEqual([])
    },
  )
})

const CATALOG = new URL('../../../shared/data/catalog/', import.meta.url)

interface Line {
  server: string
  title: string
  description: string | null
  category?: string
  tags?: string[]
  tools: { name: string; description?: string | null }[]
}

function linesOf(file: string): Line[] {
  return readFileSync(new URL(`${file}.jsonl`, CATALOG), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe.skipIf(!existsSync(CATALOG))('on the real catalog (skipped where ../shared/data is absent)', () => {
  const lines = existsSync(CATALOG)
    ? ['smithery', 'mcpm', 'docker', 'livemcp', 'toolsdk', 'public-apis', 'remote-list'].flatMap(linesOf)
    : []
  const words = (line: Line) => ({
    serverTitle: line.title,
    serverDescription: line.description ?? '',
    tags: line.tags ?? [],
    categoryHint: null,
  })

  it('agrees with the labels withheld from it, and rarely has no answer', () => {
    let asked = 0
    let answered = 0
    let right = 0
    for (const line of lines) {
      const wanted = slugsOfLabel(line.category ?? '')
      if (wanted.length === 0) continue
      const description = line.description ?? ''
      const [first] = categorize({ ...words(line), name: line.server, title: line.title, description })
      asked++
      if (first !== 'other') answered++
      if (first !== undefined && wanted.includes(first)) right++
    }
    expect(asked).toBeGreaterThan(7000)
    expect(answered / asked).toBeGreaterThan(0.95)
    expect(right / asked).toBeGreaterThan(0.72)
  })

  it('puts no more than 12 % of the tools under one slug, first or second', () => {
    const held = new Map<string, number>(CATEGORIES.map(({ slug }) => [slug, 0]))
    const tools = lines.flatMap((line) => line.tools.map((tool) => ({ line, tool })))
    for (const { line, tool } of tools) {
      const given = { ...words(line), categoryHint: line.category ?? null }
      for (const slug of categorize({ ...given, name: tool.name, title: null, description: tool.description ?? '' })) {
        held.set(slug, (held.get(slug) ?? 0) + 1)
      }
    }
    expect(tools.length).toBeGreaterThan(15_000)
    expect(Math.max(...held.values()) / tools.length).toBeLessThan(0.12)
    expect(Math.min(...[...held].filter(([slug]) => slug !== 'other').map(([, count]) => count))).toBeGreaterThan(0)
  })
})
