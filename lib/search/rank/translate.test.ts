import { describe, expect, it } from 'vitest'
import { MAX_QUERY_TERMS } from '../index/terms'
import { translate } from './translate'

const translations = new Map([
  ['wetter', ['weather']],
  ['morgen', ['tomorrow']],
  ['tiempo', ['time', 'weather']],
  ['wie', []],
  ['bus', ['coach']],
])
const indexed = new Set(['morgen', 'bus', 'hamburg'])
const read = (text: string) =>
  translate(text.split(' '), translations, {
    isIndexed: (term) => indexed.has(term),
    isCommon: (term) => term === 'bus',
  })?.map(({ written, term }) => `${written}:${term}`) ?? null

describe('translate', () => {
  it.each<[string, string, string[] | null]>([
    [
      'words by their English ones, names as they are',
      'wie wetter in hamburg',
      ['wetter:weather', 'in:in', 'hamburg:hamburg'],
    ],
    [
      'a word that tools have stays beside its translation',
      'wetter morgen',
      ['wetter:weather', 'morgen:morgen', 'morgen:tomorrow'],
    ],
    ['all meanings of a word', 'tiempo sevilla', ['tiempo:time', 'tiempo:weather', 'sevilla:sevilla']],
    ['no request of which too few words are known', 'send the wetter report to bob', null],
    ['none of which only words that join others are', 'wie bob', null],
    ['none of words that many tools have', 'bus berlin', null],
  ])('%s', (_, text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it('translations do not make more terms than a query may have', () => {
    expect(read(Array.from({ length: MAX_QUERY_TERMS }, () => 'tiempo').join(' '))).toHaveLength(MAX_QUERY_TERMS)
  })
})
