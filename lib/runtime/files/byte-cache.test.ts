import { expect, test, vi } from 'vitest'
import { openByteCache } from './byte-cache'

const bytesOf = (value: Uint8Array) => value.length
const made = (bytes: number) => vi.fn(async () => new Uint8Array(bytes))

test('a value is made once for all who ask, meanwhile and later', async () => {
  const make = made(10)
  const cache = openByteCache({ mostBytes: 10_000, bytesOf })
  const [first, second] = await Promise.all([cache.of('a', make), cache.of('a', make)])
  expect(second).toBe(first)
  expect(await cache.of('a', make)).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
})

test('no more bytes are kept than the bound, the ones asked for last', async () => {
  const cache = openByteCache({ mostBytes: 10_000, bytesOf })
  for (const key of ['a', 'b', 'c', 'd']) await cache.of(key, made(4000))
  const again = made(4000)
  await cache.of('d', again)
  expect(again).not.toHaveBeenCalled()
  await cache.of('a', again)
  expect(again).toHaveBeenCalledTimes(1)
})

test('a value above the bound, a failure and null are kept by nobody', async () => {
  const cache = openByteCache({ mostBytes: 1000, bytesOf })
  const large = made(5000)
  const failing = vi.fn(() => Promise.reject(new Error('no')))
  const missing = vi.fn(async () => null)
  for (let n = 0; n < 2; n += 1) {
    expect(await cache.of('large', large)).toHaveLength(5000)
    await expect(cache.of('failing', failing)).rejects.toThrow('no')
    expect(await cache.of('missing', missing)).toBeNull()
  }
  for (const make of [large, failing, missing]) expect(make).toHaveBeenCalledTimes(2)
})
