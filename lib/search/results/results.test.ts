import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldTwins } from './fold-twins'
import { orderResults } from './order-results'
import type { ResultOption } from './result-option'

const option = (id: string, more: Partial<ResultOption> = {}): ResultOption => ({
  id,
  kind: 'tool',
  name: id,
  exact: null,
  relevance: 0.5,
  recommendation: 'proceed',
  isUnsafe: false,
  verdict: 'healthy',
  score: 80,
  serverKey: 1,
  repository: null,
  descriptionHash: null,
  ...more,
})
const down = { recommendation: 'avoid', verdict: 'down' } as const
const unknown = { recommendation: 'unknown', verdict: 'unknown' } as const

describe('twins', () => {
  const folded = (...options: ResultOption[]) =>
    foldTwins(options).map(({ id, alsoListedAs }) => [id, ...alsoListedAs].join(' '))

  test.each<[string, Partial<ResultOption>, Partial<ResultOption>, string[]]>([
    ['equal name and description', { descriptionHash: 'd' }, { descriptionHash: 'd' }, ['a b']],
    ['equal name and repository', { repository: 'r' }, { repository: 'r', descriptionHash: 'd' }, ['a b']],
    ['equal name alone', {}, {}, ['a', 'b']],
    ['other descriptions', { descriptionHash: 'd' }, { descriptionHash: 'e' }, ['a', 'b']],
    ['other repositories', { repository: 'r' }, { repository: 's' }, ['a', 'b']],
    ['other names', { descriptionHash: 'd', name: 'x' }, { descriptionHash: 'd', name: 'y' }, ['a', 'b']],
    ['a tool and a server', { descriptionHash: 'd', kind: 'server' }, { descriptionHash: 'd' }, ['a', 'b']],
    ['a description that is a repository', { descriptionHash: 'd' }, { repository: 'd' }, ['a', 'b']],
    ['the one that works first', { repository: 'r', ...down }, { repository: 'r', ...unknown }, ['b a']],
    ['the better score first', { repository: 'r', score: 1 }, { repository: 'r', score: 2 }, ['b a']],
    ['the typed one first', { repository: 'r', exact: 'id', ...down }, { repository: 'r', exact: 'name' }, ['a b']],
  ])('%s', (_, a, b, rows) => {
    expect(folded(option('a', { name: 'n', ...a }), option('b', { name: 'n', ...b }))).toEqual(rows)
  })

  test('what is a twin of two makes them one', () => {
    const [a, b] = [option('a', { name: 'n', repository: 'r' }), option('b', { name: 'n', descriptionHash: 'd' })]
    const both = option('c', { name: 'n', repository: 'r', descriptionHash: 'd' })
    expect(folded(a, b, both, option('e', { name: 'n', descriptionHash: 'd' }))).toEqual(['a b c e'])
  })

  test('a row has the best relevance of its listings, and names them all', () => {
    const listings = Array.from({ length: 14 }, (_, n) =>
      option(`l${n}`, { name: 'n', repository: 'r', relevance: n / 20 }),
    )
    const [row, ...more] = foldTwins(listings)
    expect(more).toEqual([])
    expect(row).toMatchObject({ id: 'l0', relevance: 0.65 })
    expect(row?.alsoListedAs).toEqual(listings.slice(1).map(({ id }) => id))
  })
})

describe('order', () => {
  test('what is unsafe comes last with its own relevance, unless it was typed; before it no relevance rises', () => {
    const unsafe = { recommendation: 'avoid', isUnsafe: true } as const
    const ordered = orderResults([
      option('best', { ...unsafe, relevance: 0.9 }),
      option('named', { ...unsafe, exact: 'name', relevance: 0.4 }),
      option('worse', { relevance: 0.3 }),
      option('down', { ...down, relevance: 0.8 }),
    ])
    expect(ordered.map(({ id }) => id)).toEqual(['named', 'down', 'worse', 'best'])
    expect(ordered.map(({ relevance }) => relevance)).toEqual([0.99, 0.8, 0.3, 0.9])
  })

  const ordered = (...options: ResultOption[]) => orderResults(options).map(({ id, relevance }) => `${id} ${relevance}`)

  test('by relevance, and of equal fit by what works: the band ends 0.02 below its head', () => {
    expect(
      ordered(
        option('later', { relevance: 0.869 }),
        option('down', { relevance: 0.889, ...down }),
        option('unknown', { relevance: 0.88, ...unknown, score: 99 }),
        option('cautious', { relevance: 0.875, recommendation: 'proceed_with_caution' }),
        option('working', { relevance: 0.87, score: 10 }),
      ),
    ).toEqual(['working 0.87', 'cautious 0.87', 'unknown 0.87', 'down 0.87', 'later 0.869'])
  })

  test('the better score first, and of equal ones the more relevant', () => {
    expect(
      ordered(
        option('a', { relevance: 0.5 }),
        option('b', { relevance: 0.51 }),
        option('c', { relevance: 0.5, score: 81 }),
      ),
    ).toEqual(['c 0.5', 'b 0.5', 'a 0.5'])
  })

  test('what was typed comes first, ids before names and servers before tools, at 0.99 or more', () => {
    expect(
      ordered(
        option('described', { relevance: 1 }),
        option('tool', { exact: 'name', relevance: 0.2 }),
        option('server', { exact: 'name', kind: 'server', relevance: 0.995, ...down }),
        option('other server', { exact: 'name', kind: 'server', relevance: 0 }),
        option('typed id', { exact: 'id', relevance: 0.999 }),
      ),
    ).toEqual(['typed id 0.999', 'other server 0.99', 'server 0.99', 'tool 0.99', 'described 0.99'])
  })

  test('no relevance rises down the list, none is more than its own or less by a band, and every option is shown', () => {
    const options = fc.array(
      fc.record({
        relevance: fc.integer({ min: 0, max: 1000 }).map((n) => n / 1000),
        verdict: fc.constantFrom('healthy' as const, 'down' as const),
        score: fc.integer({ min: 0, max: 100 }),
      }),
      { maxLength: 40 },
    )
    fc.assert(
      fc.property(options, (drawn) => {
        const given = drawn.map((more, n) => option(String(n), more))
        const rows = orderResults(given)
        expect(rows.map(({ id }) => id).sort()).toEqual(given.map(({ id }) => id).sort())
        rows.forEach((row, n) => {
          const own = given[Number(row.id)]?.relevance ?? Number.NaN
          expect(row.relevance).toBeLessThanOrEqual(Math.min(own, rows[n - 1]?.relevance ?? 1))
          expect(own - row.relevance).toBeLessThan(0.02)
        })
      }),
    )
  })
})

test('of listings that work equally well the one that was known first is shown', () => {
  const copy = option('a/copy', { name: 'pay', descriptionHash: 'd', serverKey: 9 })
  const first = option('z/first', { name: 'pay', descriptionHash: 'd', serverKey: 3 })
  expect(foldTwins([copy, first])).toMatchObject([{ id: 'z/first', alsoListedAs: ['a/copy'] }])
  const other = option('b/other', { name: 'other', serverKey: 2 })
  expect(orderResults([copy, other]).map(({ id }) => id)).toEqual(['b/other', 'a/copy'])
})
