import { describe, expect, it } from 'vitest'
import { knowledgeOf } from '../rank/query'
import { shippedTestWeights } from '../test-weights'
import { actOf, areOpposite } from './acts'
import { argumentSpans } from './argument-spans'
import { directionsIn } from './direction'
import { oppositesOf } from './opposites'
import { countriesIn } from './places'
import { readRequest } from './read-request'
import { replacedProducts } from './replaced-product'

const read = (text: string) => {
  const weights = shippedTestWeights()
  return readRequest(text, knowledgeOf(weights), weights.roles)
}

describe('parts that are values by their form', () => {
  it.each([
    ['store "my dog is called Rex"', [['quoted', '"my dog is called Rex"']]],
    ['convert 100 usd to eur', [['money', '100 usd']]],
    [
      'scrape https://example.org/a?b=1 today',
      [
        ['url', 'https://example.org/a?b=1'],
        ['date', 'today'],
      ],
    ],
    [
      'mail bob@example.org at 9am',
      [
        ['email', 'bob@example.org'],
        ['time', '9am'],
      ],
    ],
    ['is assay.dev available', [['domain', 'assay.dev']]],
    ['turn slides.pptx into pdf', [['file', 'slides.pptx']]],
    ['open ports of 198.51.100.7', [['ip', '198.51.100.7']]],
    ['flights on 2026-11-22', [['date', '2026-11-22']]],
    ['{"lat": 48.2, "lon": 16.3}', [['code', '{"lat": 48.2, "lon": 16.3}']]],
    ['weather in paris', []],
    ['merge pull requests', []],
  ])('%s', (text, expected) => {
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
  it.each([
    ['alternative to Ahrefs for backlink data', ['Ahrefs']],
    ['ElevenLabs quota used up, other voice cloning', ['ElevenLabs']],
    ['free Clearbit substitute', ['Clearbit']],
    ['GitHub is down, where can I host code', ['GitHub']],
    ['use DeepL instead of Google Translate', ['Google Translate']],
    ['OpenWeatherMap key rejected 401, other source', ['OpenWeatherMap']],
    ['SendGrid suspended our account, need another way', ['SendGrid']],
    ['X API pricing is insane, other way to read tweets', ['X']],
    ['web search with citations like Perplexity, but not Perplexity', ['Perplexity']],
    ['list my GitHub issues', []],
    ['do not delete the branch', []],
    ['something instead of this', []],
  ])('%s', (text, expected) => {
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
