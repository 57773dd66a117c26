import { describe, expect, it } from 'vitest'
import { buildSegment } from '../index/build-segment'
import { shippedTestWeights } from '../test-weights'
import { countTypos, Spelling } from './spelling'

const document = (name: string) => ({
  id: `t/s/${name}`,
  serverId: 't/s',
  name,
  title: null,
  description: '',
  parameters: '',
  serverTitle: '',
  serverDescription: '',
})
const spelling = new Spelling([
  buildSegment(
    shippedTestWeights(),
    ['weather_forecast', 'translate', 'kubernetes_pods', 'weather_alerts', 'wether_vane'].map(document),
  ),
])

describe('errors between words', () => {
  it.each([
    ['weather', 'weather', 0],
    ['wether', 'weather', 1],
    ['waether', 'weather', 1],
    ['weatherr', 'weather', 1],
    ['weathar', 'weather', 1],
    ['whatever', 'weather', 3],
    ['a', 'abcdef', 3],
  ])('%s and %s: %d', (a, b, errors) => {
    expect(countTypos(a, b, 2)).toBe(errors)
  })
})

describe('a mistyped term', () => {
  it.each([
    ['forcast', 'forecast'],
    ['weathre', 'weather'],
    ['kuberent', 'kubernet'],
    ['tanslat', 'translat'],
    ['pod', null],
    ['天気', null],
    ['zzzzzz', null],
  ])('%s is %s', (typed, meant) => {
    expect(spelling.correct(typed)).toBe(meant)
  })
})

describe('the beginning of a term', () => {
  it.each([
    ['trans', 'translat'],
    ['kub', 'kubernet'],
    ['we', null],
    ['weather', null],
    ['zzz', null],
    ['.*', null],
  ])('%s is completed to %s', (term, completed) => {
    expect(spelling.complete(term)).toBe(completed)
  })

  it('is completed to the term of the most documents', () => {
    expect(spelling.complete('wea')).toBe('weather')
  })
})
