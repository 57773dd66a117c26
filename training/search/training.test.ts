import { expect, it } from 'vitest'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { SIGNALS } from '../../lib/search/rank/signals'
import { encodeWeights } from '../../lib/search/rank/weights'
import { randomFrom, sample } from '../random'
import { foldsOf, type Question } from './questions'
import { readThesaurus } from './thesaurus'
import { trainConfidence } from './train-confidence'
import { trainMeaning } from './train-meaning'
import { trainRanker } from './train-ranker'

const EFFORT = { epochs: 2, requestPairs: 0, documentPairs: 3, capabilityPairs: 256 }
const THESAURUS = readThesaurus('weather', 'forecast | umbrella, rain | weather forecast, precipitation | погода\n')

it('a thesaurus line has four fields', () => {
  expect(THESAURUS).toEqual([
    {
      id: 'weather/forecast',
      name: ['forecast'],
      says: [['umbrella'], ['rain']],
      tools: [['weather', 'forecast'], ['precipit']],
      abroad: [['погода']],
    },
  ])
  expect(() => readThesaurus('weather', 'forecast | umbrella')).toThrow('weather.txt:1 has 2 fields, not 4')
})

it('the ranker learns which signal is informative', () => {
  const row = (covered: number, noise: number) => {
    const signals = new Float64Array(SIGNALS.length)
    signals[SIGNALS.indexOf('covered')] = covered
    signals[SIGNALS.indexOf('brand')] = noise
    return signals
  }
  const random = randomFrom(1)
  const examples = Array.from({ length: 200 }, () => ({
    rows: [row(0.9, random()), row(0.2, random()), row(0.1, random())],
    right: [true, false, false],
    weight: 1,
  }))
  const weights = trainRanker(examples)
  expect(weights[SIGNALS.indexOf('covered')]).toBeGreaterThan(1)
  expect(Math.abs(weights[SIGNALS.indexOf('brand')] ?? 9)).toBeLessThan(0.5)
  expect(weights[SIGNALS.indexOf('meaning')]).toBeCloseTo(0)
})

it('confidence is calibrated on known truth', () => {
  const random = randomFrom(2)
  const examples = Array.from({ length: 4000 }, () => {
    const value = random()
    return { row: [value], fits: random() < value, weight: 1 }
  })
  const [slope = 0, bend = 0, bias = 0] = trainConfidence(examples)
  for (const value of [0.2, 0.5, 0.8]) {
    expect(1 / (1 + Math.exp(-(slope * value + bend * value * value + bias)))).toBeCloseTo(value, 1)
  }
})

it('questions of one tool share a fold, also with those they were taken from', () => {
  const question = (query: string, gold: string[]): Question => ({
    id: query,
    pool: 'p',
    candidates: null,
    level: gold.length === 0 ? 'none' : 'tool',
    query,
    gold,
    goldGroups: null,
  })
  const [one, two, none] = foldsOf([question('a', ['x']), question('b', ['x']), question('a', [])])
  expect(two).toBe(one)
  expect(none).toBe(one)
})

it('the same input and seed give the same bytes', () => {
  const catalog: SearchDocument[] = ['get_forecast', 'read_file', 'send_email'].map((name) => ({
    id: `t/s/${name}`,
    serverId: 't/s',
    name,
    title: null,
    description: `${name} does what it says`,
    parameters: '',
    serverTitle: '',
    serverDescription: '',
  }))
  const train = () =>
    encodeWeights(trainMeaning(catalog, THESAURUS, { seed: 3, fold: null, inputs: [] }, () => undefined, EFFORT))
  expect(train()).toEqual(train())
})

it('a sample has no repeats', () => {
  expect(sample([1, 2, 3, 4], 9, randomFrom(4)).sort()).toEqual([1, 2, 3, 4])
  expect(sample([1, 2, 3, 4], 2, randomFrom(4))).toHaveLength(2)
})
