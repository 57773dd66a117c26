import { expect, it } from 'vitest'
import type { SearchDocument } from '../../lib/search/index/search-document'
import { NetworkScorer } from '../../lib/search/rank/network'
import { CALIBRATION_SIGNALS } from '../../lib/search/rank/relevance'
import { SIGNALS } from '../../lib/search/rank/signals'
import { encodeWeights } from '../../lib/search/rank/weights'
import { capabilityOf } from '../../lib/search/request/word-roles'
import { randomFrom, sample } from '../random'
import { foldsOf, type Question } from './questions'
import { readThesaurus } from './thesaurus'
import { trainMeaning } from './train-meaning'
import { NETWORK_SETTINGS, trainNetworks } from './train-network'
import { trainRanker } from './train-ranker'
import { fitCalibration } from './train-relevance'
import { trainRoles, wordExamples } from './train-roles'

const EFFORT = { epochs: 2, requestPairs: 0, gradedPairs: 0, documentPairs: 3, capabilityPairs: 256 }
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

it('networks learn an order and a probability that hold for all requests', () => {
  const random = randomFrom(2)
  const requests = Array.from({ length: 400 }, () => {
    const rows = Array.from({ length: 6 }, () => Float32Array.of(random(), random(), 0.5))
    const grades = rows.map(([fit = 0]) => (random() < fit ** 2 ? 3 : 0))
    return { rows, grades, sure: rows.map(() => 1), weight: 1, pointShare: 1 }
  })
  const settings = { ...NETWORK_SETTINGS, hidden: 8, second: 8, epochs: 60, inputDrop: 0, hiddenDrop: 0 }
  const scorer = new NetworkScorer(trainNetworks(requests, settings))
  const probability = (fit: number) => 1 / (1 + Math.exp(-(scorer.sums([[fit, 0.3, 0.5]])[0] as number)))
  for (const fit of [0.1, 0.5, 0.9]) expect(Math.abs(probability(fit) - fit ** 2)).toBeLessThan(0.15)
  expect(trainNetworks(requests, settings)).toEqual(trainNetworks(requests, settings))
})

it('words between marks are values, the others are wanted', () => {
  const known = { documents: () => 5, nameServers: () => 2, isCapability: () => true }
  const examples = wordExamples(['population of ⟦Ghana⟧', 'weather in ⟦Paris⟧'], known)
  expect(examples.map(({ isCapability }) => isCapability)).toEqual([true, false, true, false])
  const weights = trainRoles(Array.from({ length: 20 }, () => examples).flat())
  expect(examples.map(({ row }) => capabilityOf(weights, row) > 0.5)).toEqual([true, false, true, false])
})

it('calibration is learnt from known truth', () => {
  const random = randomFrom(3)
  const size = CALIBRATION_SIGNALS.length
  const examples = Array.from({ length: 4000 }, () => {
    const sum = 6 * random() - 3
    const row = [sum, 1, ...Array.from({ length: size - 2 }, () => 0)]
    return { row, fits: random() < 1 / (1 + Math.exp(1 - 2 * sum)), weight: 1 }
  })
  const [own, bias] = fitCalibration(examples)
  expect(own).toBeCloseTo(2, 0)
  expect(bias).toBeCloseTo(-1, 0)
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
    encodeWeights(
      trainMeaning(
        { documents: catalog, toolRequests: [], own: [] },
        THESAURUS,
        new Map(),
        { seed: 3, fold: null, inputs: [] },
        () => undefined,
        EFFORT,
      ),
    )
  expect(train()).toEqual(train())
})

it('a sample has no repeats', () => {
  expect(sample([1, 2, 3, 4], 9, randomFrom(4)).sort()).toEqual([1, 2, 3, 4])
  expect(sample([1, 2, 3, 4], 2, randomFrom(4))).toHaveLength(2)
})
