import { expect, test } from 'vitest'
import { checkPageAddress, idsOfAddress, MOST_CHECKED } from './setup-check-address'

const read = (address: string) => {
  const values = new URL(address, 'https://assay.test').searchParams.getAll('ids')
  return idsOfAddress(values.length === 1 ? values[0] : values)
}

test.each([[['a/b']], [['a/b', 'c d/e&f', 'ü/%2C']], [['a,b/c']], [['a,b/c', 'd/e']]])(
  'ids %j are read back',
  (ids) => {
    expect(read(checkPageAddress(ids))).toEqual({ ids, left: 0 })
  },
)

test('an address names each id once, and a hundred at most', () => {
  const ids = Array.from({ length: 130 }, (_, n) => `s/${n}`)
  expect(read(checkPageAddress([...ids, ...ids])).ids).toEqual(ids.slice(0, MOST_CHECKED))
  expect(idsOfAddress(ids.join(','))).toMatchObject({ left: 30 })
})

test('what cannot be an id is left out', () => {
  expect(idsOfAddress(' a ,,a,/x,../y,b/c').ids).toEqual(['a', 'b/c'])
  expect(idsOfAddress(undefined)).toEqual({ ids: [], left: 0 })
})
