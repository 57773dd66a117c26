import { readFileSync } from 'node:fs'
import { wordsOf } from 'assay-verify/text/words'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CategorySubject } from '../../core/catalog/categorizer'
import { categoryBySlug } from '../../core/catalog/taxonomy'
import { categorize as categorizeWith, rankCategories } from './categorize'
import cases from './categorize.cases.json' with { type: 'json' }
import categoryTerms from './category-terms.json' with { type: 'json' }
import { categoryWeightsFrom, decodeCategoryWeights, encodeCategoryWeights } from './category-weights'

const BYTES = new Uint8Array(readFileSync(new URL('../weights/category-weights.bin', import.meta.url)))
const WEIGHTS = decodeCategoryWeights(BYTES)
const categorize = (given: CategorySubject) => categorizeWith(given, WEIGHTS)

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
  it.each(cases.categories)('%s -> %s', (name, description, slug) => {
    expect(categorize(subject({ name, description }))[0]).toBe(slug)
  })

  it('lets a tool’s own words decide among the tools of a wide server', () => {
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

  it('falls back to the server’s words, and then to the label', () => {
    expect(categorize(subject({ name: 'run', serverTitle: 'Weather', serverDescription: 'Forecasts.' }))).toEqual([
      'weather',
    ])
    expect(categorize(subject({ name: 'xyzzy', categoryHint: 'Crypto-Currency & Blockchain' }))).toEqual(['other'])
    expect(categorize(subject({ name: 'xyzzy', categoryHint: 'CRYPTOCURRENCY & blockchain' }))).toEqual(['crypto'])
    expect(categorize(subject({ name: 'xyzzy' }))).toEqual(['other'])
  })

  it('puts a server that tests MCP clients, and all that it offers, under developer tools', () => {
    const says = 'MCP server that exercises all the features of the MCP protocol'
    expect(categorize(subject({ name: 'Everything', description: says }))).toEqual(['code'])
    for (const name of ['get-tiny-image', 'simulate-research-query', 'echo'])
      expect(categorize(subject({ name, serverTitle: 'Everything', serverDescription: says }))).toEqual(['code'])
    const other = 'Test servers for MCP clients can be found by weather forecasts.'
    expect(categorize(subject({ name: 'get-forecast', serverTitle: 'W', serverDescription: other }))).not.toEqual([
      'code',
    ])
  })

  it('weighs a label against the words', () => {
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

  it('gives one or two distinct known slugs for any text, deterministically', () => {
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

describe('the shipped weights', () => {
  it('are small, decode to what was encoded, and name their training data', () => {
    expect(BYTES.length).toBeLessThan(400_000)
    expect(encodeCategoryWeights(WEIGHTS)).toEqual(BYTES)
    expect(WEIGHTS.meta).toMatchObject({ heldOut: { folds: 5 } })
    expect(Object.values(WEIGHTS.meta.inputs ?? {})).toContainEqual(expect.stringMatching(/^[0-9a-f]{64}$/))
  })

  it('were measured on held-out servers', () => {
    const heldOut = WEIGHTS.meta.heldOut as { accuracy: number; coverage: number }
    expect(heldOut.accuracy).toBeGreaterThan(0.75)
    expect(heldOut.coverage).toBeGreaterThan(0.95)
  })

  it('give probabilities that add up to 1', () => {
    const ranked = rankCategories(subject({ name: 'send_email' }), WEIGHTS)
    expect(ranked.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 9)
  })

  it('are refused when they have another format or were trained for other categories', () => {
    expect(() => decodeCategoryWeights(new TextEncoder().encode('\u0002\0\0\0{}'))).toThrow('expected')
    const others = { ...categoryWeightsFrom({}, WEIGHTS.arrays), slugs: ['weather'] as const }
    expect(() => decodeCategoryWeights(encodeCategoryWeights(others))).toThrow('train them again')
  })
})

describe('the hand-made terms', () => {
  it('have one to three words, and occur once in a category', () => {
    for (const [slug, terms] of Object.entries(categoryTerms)) {
      expect(new Set(terms).size, slug).toBe(terms.length)
      for (const term of terms) {
        expect(wordsOf(term).length, `${slug}: ${term}`).toBeGreaterThanOrEqual(1)
        expect(wordsOf(term).length, `${slug}: ${term}`).toBeLessThanOrEqual(3)
      }
    }
  })
})
