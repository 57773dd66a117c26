import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nearestIds } from './nearest-ids'

const AIRFLOW = 'mcpm/yangkyeongmo/airflow'
const KNOWN = [
  AIRFLOW,
  `${AIRFLOW}/get_config`,
  `${AIRFLOW}/get_dags`,
  'mcpm/other/airflow/get_config',
  'smithery/weather/get_forecast',
]

describe('nearestIds', () => {
  it.each([
    ['a typing error', `${AIRFLOW}/get_confg`, `${AIRFLOW}/get_config`],
    ['another case', `${AIRFLOW.toUpperCase()}/GET_CONFIG`, `${AIRFLOW}/get_config`],
    ['another registry', 'toolsdk/weather/get_forecast', 'smithery/weather/get_forecast'],
    ['the id itself', AIRFLOW, AIRFLOW],
  ])('finds %s first', (_, wanted, found) => {
    expect(nearestIds(wanted, KNOWN, 3)[0]).toBe(found)
  })

  it('prefers the same last segment to another tool at the same distance', () => {
    const found = nearestIds('a/server-x/read_file', ['a/server-y/read_file', 'a/server-x/read_tile'], 2)
    expect(found).toEqual(['a/server-y/read_file', 'a/server-x/read_tile'])
  })

  it('offers nothing where no candidate is similar', () => {
    expect(nearestIds('zzzzzzzzzzzz', KNOWN, 5)).toEqual([])
    expect(nearestIds('anything', [], 5)).toEqual([])
    expect(nearestIds('', [''], 0)).toEqual([])
  })

  it('gives at most `limit` distinct candidates, whatever their order', () => {
    const ids = fc.array(fc.stringMatching(/^[a-c/]{1,12}$/), { maxLength: 40 })
    fc.assert(
      fc.property(fc.stringMatching(/^[a-c/]{1,12}$/), ids, fc.nat(6), (wanted, candidates, limit) => {
        const found = nearestIds(wanted, candidates, limit)
        expect(found.length).toBeLessThanOrEqual(limit)
        expect(new Set(found).size).toBe(found.length)
        for (const id of found) expect(candidates).toContain(id)
        expect(nearestIds(wanted, [...candidates].reverse(), limit)).toEqual(found)
      }),
    )
  })

  it('bounds its cost: reads only 200 candidates and 512 characters', () => {
    const long = Array.from({ length: 5000 }, (_, index) => `${'ab/'.repeat(50_000)}${index}`)
    expect(nearestIds('ab/'.repeat(50_000), long, 3)).toHaveLength(3)
  })
})
