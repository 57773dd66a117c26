import { expect, it } from 'vitest'
import { buildSegment } from '../index/build-segment'
import type { SearchDocument } from '../index/search-document'
import { Ranker } from '../rank/rank'
import { shippedTestWeights } from '../test-weights'
import { compareList } from './compare-list'
import { COMPARED_SIGNALS, COMPARISONS_START, CONTEXT_START, FIT, ROW_LENGTH, SIGNALS_LENGTH } from './fit-signals'

const tool = (name: string, description: string): SearchDocument => ({
  id: `t/s/${name}`,
  serverId: 't/s',
  name,
  title: null,
  description,
  parameters: '',
  serverTitle: '',
  serverDescription: '',
})

const CATALOG = [tool('invoice', ''), tool('invoice_file', ''), tool('bill', ''), tool('photo', 'Invoice')]
const weights = shippedTestWeights()
const ranker = new Ranker(weights, [{ segment: buildSegment(weights, CATALOG), hidden: null }])
const query = ranker.read('invoice')
const found = ranker.measure(query)
const rowOf = (name: string) => {
  const at = found.findIndex((one) => ranker.idOf(one) === `t/s/${name}`)
  return ranker.fit(query, found)[at]?.row ?? new Float64Array(ROW_LENGTH)
}

it('terms are counted by likeness, in name and description apart', () => {
  const [same, other] = [Math.log1p(1), 0]
  const [name, description] = [COMPARISONS_START, COMPARISONS_START + 6]
  expect(rowOf('invoice')[name]).toBeCloseTo(same)
  expect(rowOf('invoice')[description]).toBe(other)
  expect(rowOf('photo')[name]).toBeCloseTo(other)
  expect(rowOf('photo')[description]).toBeCloseTo(same)
})

it('what a name has beside the request is information that it leaves', () => {
  const [missing, most, all] = [12, 13, 14].map((at) => COMPARISONS_START + at) as [number, number, number]
  const [alone, more] = [rowOf('invoice'), rowOf('invoice_file')]
  expect([alone[missing], alone[most]]).toEqual([0, 0])
  expect(more[missing]).toBeGreaterThan(0)
  expect(more[most]).toBeCloseTo(more[missing] as number)
  expect(more[all]).toBeGreaterThan(alone[all] as number)
})

it('signals of the request are not compared within the list', () => {
  expect(COMPARED_SIGNALS).toContain(FIT.twins)
  expect(COMPARED_SIGNALS).toContain(FIT.expandedCovered)
  for (const place of [FIT.requestAct, FIT.requestCatalog, FIT.bestWanted])
    expect(COMPARED_SIGNALS).not.toContain(place)
  expect(SIGNALS_LENGTH - CONTEXT_START).toBe(2 * COMPARED_SIGNALS.length)
})

it('a list is compared with its mean and with the mean of its three best, without those behind it', () => {
  const rows = [4, 1, 3, 2, 0, 100].map((value) => new Float64Array(ROW_LENGTH).fill(value, 0, COMPARISONS_START))
  compareList(rows, 5)
  const [mean, best] = [CONTEXT_START, CONTEXT_START + COMPARED_SIGNALS.length]
  const at = (place: number) => rows.map((row) => Math.round((row[place] as number) * 1e9) / 1e9)
  expect(at(mean)).toEqual([2, -1, 1, 0, -2, 98])
  expect(at(best)).toEqual([1, -2, 0, -1, -3, 97])
  const alone = [new Float64Array(ROW_LENGTH).fill(7, 0, COMPARISONS_START)]
  compareList(alone, 32)
  expect(new Set(alone[0]?.subarray(CONTEXT_START, SIGNALS_LENGTH))).toEqual(new Set([0]))
})
