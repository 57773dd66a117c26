import { describe, expect, it } from 'vitest'
import { knowledgeOf } from '../rank/query'
import { shippedTestWeights } from '../test-weights'
import { actOf, areOpposite } from './acts'
import { argumentSpans } from './argument-spans'
import { directionsIn } from './direction'
import { oppositesOf } from './opposites'
import { countriesIn } from './places'
import { readRequest } from './read-request'
import cases from './read-request.cases.json' with { type: 'json' }
import { replacedProducts } from './replaced-product'

const read = (text: string) => {
  const weights = shippedTestWeights()
  return readRequest(text, knowledgeOf(weights), weights.roles)
}

describe('parts that are values by their form', () => {
  it.each(cases.values as [string, unknown[]][])('%s', (text, expected) => {
    expect(argumentSpans(text).map(({ kind, from, to }) => [kind, text.slice(from, to)])).toEqual(expected)
  })

  it.each(['"'.repeat(10_000), '{"'.repeat(5_000), 'a.'.repeat(5_000), '/'.repeat(10_000), '1-'.repeat(5_000)])(
    'text made to be slow is read all the same (%#)',
    (text) => {
      const spans = argumentSpans(text)
      for (const { from, to } of spans) expect(to).toBeGreaterThan(from)
    },
  )
})

describe('acts', () => {
  it.each([
    ['merge the pull request', 'update'],
    ['list open issues', 'list'],
    ['please rerun the failed job', null],
    ['send an email to bob', 'send'],
    ['delete the branch', 'delete'],
    ['translate this to french', 'convert'],
    ['weather in paris', null],
    ['issue tracker', 'create'],
    ['the issue tracker', null],
  ])('%s: %s', (text, act) => {
    expect(actOf(text.split(' '))).toBe(act)
  })

  it('creating and deleting are opposite, creating and updating are not', () => {
    expect(areOpposite('create', 'delete')).toBe(true)
    expect(areOpposite('delete', 'create')).toBe(true)
    expect(areOpposite('create', 'update')).toBe(false)
    expect([...oppositesOf('encod')]).toEqual(['decod'])
  })
})

describe('direction', () => {
  it.each([
    ['markdown to pdf', [{ from: 'markdown', to: 'pdf' }]],
    ['convert a PDF file into markdown', [{ from: 'pdf', to: 'markdown' }]],
    ['svg2png', [{ from: 'svg', to: 'png' }]],
    ['text from an image', [{ from: 'imag', to: 'text' }]],
    ['I want to send mail', []],
    ['weather in paris', []],
  ])('%s', (text, expected) => {
    expect(directionsIn(text)).toEqual(expected)
  })
})

describe('products to be replaced', () => {
  it.each(cases.replaced as [string, string[] | unknown[]][])('%s', (text, expected) => {
    expect(replacedProducts(text)).toEqual(expected)
  })
})

describe('countries', () => {
  it.each([
    ['train times in the Netherlands', ['nl']],
    ['flights from New York to Tokyo', ['us', 'jp']],
    ['weather', []],
  ])('%s', (text, expected) => {
    expect(countriesIn(text)).toEqual(expected)
  })
})

describe('what is wanted and what is a value', () => {
  const shareOf = (text: string, term: string) => read(text).capability.get(term) ?? -1
  it.each([
    ['store this fact: my dog is called Rex', 'store', 'rex'],
    ['weather in Paris', 'weather', 'pari'],
    ['whois example.org', 'whoi', 'exampl'],
    ['population of Ghana', 'popul', 'ghana'],
    ['send "the report is late" to slack', 'slack', 'late'],
    ['find emails from Anna Schmidt', 'email', 'schmidt'],
  ])('%s: %s more than %s', (text, wanted, value) => {
    expect(shareOf(text, wanted)).toBeGreaterThan(0.5)
    expect(shareOf(text, value)).toBeGreaterThanOrEqual(0)
    expect(shareOf(text, wanted)).toBeGreaterThan(shareOf(text, value) + 0.1)
  })

  it.each(['', ' ', '🤖', '\u0000\ud800', 'x', '='.repeat(10_000), 'ا'.repeat(3000)])('odd text %# is read', (text) => {
    const request = read(text)
    for (const share of request.capability.values()) expect(share >= 0 && share <= 1).toBe(true)
  })
})
