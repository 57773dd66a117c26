import { describe, expect, test } from 'vitest'
import { buildSegment } from '../index/build-segment'
import type { SearchDocument } from '../index/search-document'
import { Ranker } from '../rank/rank'
import { shippedTestWeights } from '../test-weights'
import { nameShares } from './name-terms'
import { findAlike } from './similarity'

function tool(id: string, description: string, parameters = ''): SearchDocument {
  const [serverId, name] = [id.slice(0, id.lastIndexOf('/')), id.slice(id.lastIndexOf('/') + 1)]
  return { id, serverId, name, title: null, description, parameters, serverTitle: '', serverDescription: '' }
}

const FORECAST = tool('a/weather/get_forecast', 'Get the weather forecast for a city', 'city days')
const OTHERS = [
  tool('b/climate/get_weather_forecast', 'Weather forecast of a city for some days', 'city days'),
  tool('c/sky/forecast', 'Forecast: temperature, precipitation and wind', 'place'),
  tool('d/files/read_file', 'Read the contents of a file', 'path'),
  tool('e/mail/send_email', 'Send an e-mail', 'to subject body'),
]
const weights = shippedTestWeights()
const segment = buildSegment(weights, [FORECAST, ...OTHERS])
const ranker = new Ranker(weights, [{ segment, hidden: null }])

describe('what is alike', () => {
  test('comes most alike first, the subject itself before all others', () => {
    const [first, second, third] = findAlike(ranker, FORECAST, 10)
    expect([first?.id, second?.id, third?.id]).toEqual([
      FORECAST.id,
      'b/climate/get_weather_forecast',
      'c/sky/forecast',
    ])
    expect(first?.similarity).toBeCloseTo(1, 2)
  })

  test('is nothing for a subject without words', () => {
    expect(findAlike(ranker, { ...FORECAST, name: '', description: '' }, 10)).toEqual([])
  })
})

describe('what has another name and the same description', () => {
  const [one, other, related] = [
    tool('a/files/list_directory', 'List the files of a folder.', 'directory'),
    tool('b/storage/list_files', 'List the files of a folder.', 'folder'),
    tool('c/storage/read_file', 'Read a file of a folder.', 'path'),
  ]
  const layers = [{ segment: buildSegment(weights, [one, other, related, ...OTHERS]), hidden: null }]
  const found = findAlike(new Ranker(weights, layers), one, 10)

  test('may do the same, less surely than what has the same name too', () => {
    const alike = found.find(({ id }) => id === other.id)
    expect(alike?.similarity).toBeLessThan(0.68)
    expect(alike?.ifSaidTheSame).toBeGreaterThan(0.68)
    expect(found[0]).toMatchObject({ id: one.id, similarity: expect.closeTo(1, 1) })
  })

  test('is not said of what has other words', () => {
    expect(found.find(({ id }) => id === OTHERS[3]?.id)?.ifSaidTheSame).toBeUndefined()
  })
})

describe('the share of two names', () => {
  test('is 1 for the same terms in any order, 0 for none, and does not depend on the order in which names are read', () => {
    const apart = buildSegment(weights, OTHERS)
    const names = ['forecast_weather_get', 'read_a_file', 'nothing_of_this']
    const all = names.map((name) => [...nameShares(weights, segment, name, [1, 2, 3])])
    expect(all[0]?.[0]).toBe(1)
    expect(all[1]?.[2]).toBe(1)
    expect(all[2]).toEqual([0, 0, 0])
    expect([2, 1, 0].map((ordinal) => nameShares(weights, apart, 'forecast_weather_get', [ordinal])[0])).toEqual(
      [...(all[0] ?? [])].reverse(),
    )
  })
})
