import { expect, test } from 'vitest'
import { buildSegment } from '../index/build-segment'
import { Ranker } from '../rank/rank'
import { shippedTestWeights } from '../test-weights'
import { findCandidates } from './find-same'
import { nearestTo } from './nearest'

const weights = shippedTestWeights()
const tool = (id: string, description: string) => {
  const [serverId, name] = [id.slice(0, id.lastIndexOf('/')), id.slice(id.lastIndexOf('/') + 1)]
  return { id, serverId, name, title: null, description, parameters: '', serverTitle: '', serverDescription: '' }
}
const FORECAST = tool('a/weather/get_forecast', 'Get the weather forecast for a city')
const OTHERS = [
  tool('b/climate/get_weather_forecast', 'Weather forecast of a city for some days'),
  tool('c/sky/forecast', 'Forecast: temperature, precipitation and wind'),
  tool('d/files/read_file', 'Read the contents of a file'),
  tool('e/mail/send_email', 'Send an e-mail'),
]
const ranker = new Ranker(weights, [{ segment: buildSegment(weights, [FORECAST, ...OTHERS]), hidden: null }])
const subject = { ...FORECAST, kind: 'tool' as const, inputSchema: null }

test('candidates are the nearest by meaning first, the subject itself before all others', () => {
  const [first, second, third] = findCandidates(ranker, subject)
  expect([first?.id, second?.id, third?.id]).toEqual([FORECAST.id, 'b/climate/get_weather_forecast', 'c/sky/forecast'])
  expect(first?.similarity).toBeCloseTo(1, 1)
})

test('a document that is hidden, or has no meaning in common, is not near', () => {
  const hidden = Uint8Array.of(0, 1, 0, 0, 0)
  const over = new Ranker(weights, [{ segment: buildSegment(weights, [FORECAST, ...OTHERS]), hidden }])
  expect(nearestTo(over, new Float32Array(128), 5)).toEqual([])
  expect(findCandidates(over, subject).map(({ id }) => id)).not.toContain('b/climate/get_weather_forecast')
})

test('at most so many of a layer are near, whichever order they are in', () => {
  const meaning = new Float32Array(128)
  const { vectors } = ranker.layers[0]?.segment ?? { vectors: new Int8Array(0) }
  for (let k = 0; k < 128; k++) meaning[k] = (vectors[k] as number) / 127
  expect(nearestTo(ranker, meaning, 2).map(({ id }) => id)).toEqual([FORECAST.id, 'b/climate/get_weather_forecast'])
})
