import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { arrayContentHash, canonicalJson, contentHash } from './canonical-json.ts'

function shuffledKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shuffledKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).reverse()
  const copy: Record<string, unknown> = Object.create(null)
  for (const [key, member] of entries) copy[key] = shuffledKeys(member)
  return copy
}

describe('canonicalJson', () => {
  it.each([
    [{ b: 1, a: [3, 1, { d: null, c: true }] }, '{"a":[3,1,{"c":true,"d":null}],"b":1}'],
    [[], '[]'],
    [{}, '{}'],
    [null, 'null'],
    ['é"\n\u2028', '"é\\"\\n\u2028"'],
    [{ '\u20ac': 1, '\r': 2, 1: 3, '\ud83d\ude00': 4, ö: 5 }, '{"\\r":2,"1":3,"ö":5,"€":1,"😀":4}'],
    [[1e21, 1e-7, -0, 0.1, 100], '[1e+21,1e-7,0,0.1,100]'],
    [{ a: undefined, b: [undefined, () => 1], c: Number.NaN }, '{"b":[null,null],"c":null}'],
  ])('writes %j', (value, json) => {
    expect(canonicalJson(value)).toBe(json)
  })

  it('does not depend on the order of keys, and parses back to the same value', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const json = canonicalJson(value)
        expect(canonicalJson(shuffledKeys(value))).toBe(json)
        expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it('keeps the order of arrays', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  })

  it('works at any depth, and with one object referenced twice', () => {
    let deep: unknown = 1
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(canonicalJson(deep)).toHaveLength(200_001)
    const shared = { x: 1 }
    expect(canonicalJson({ a: shared, b: shared })).toBe('{"a":{"x":1},"b":{"x":1}}')
  })

  it('refuses a cycle and a bigint', () => {
    const cycle: Record<string, unknown> = {}
    cycle.self = [cycle]
    expect(() => canonicalJson(cycle)).toThrow(TypeError)
    expect(() => canonicalJson({ n: 1n })).toThrow(TypeError)
  })
})

describe('contentHash', () => {
  it('is the beginning of the SHA-256 of the canonical JSON, base64url', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const expected = createHash('sha256').update(canonicalJson(value)).digest('base64url').slice(0, 22)
        expect(contentHash(value)).toBe(expected)
      }),
    )
  })

  it('is the same for the same content in another order, and another for other content', () => {
    expect(contentHash({ a: 1, b: 2 })).toBe(contentHash({ b: 2, a: 1 }))
    expect(contentHash({ a: 1 })).not.toBe(contentHash({ a: 2 }))
    expect(contentHash({ type: 'object' })).toMatch(/^[\w-]{22}$/)
  })
})

it('an array hashed item by item has the hash of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue(), { maxLength: 6 }), (items) => {
      const hashed = arrayContentHash()
      for (const item of items) hashed.add(item)
      expect(hashed.hash()).toBe(contentHash(items))
    }),
  )
})
