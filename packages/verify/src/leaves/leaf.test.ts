import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import cases from './leaf.cases.json' with { type: 'json' }
import { digestOf, LEAF_KIND_NAMES, type Leaf, leafBytes, MAX_LEAF_BYTES, parseLeaf } from './leaf.ts'

const AT = '2026-11-23T05:20:00.000Z'
const DIGEST = `sha256:${'a'.repeat(64)}`
const KEY = Buffer.alloc(32, 7).toString('base64url')

const LEAVES: Leaf[] = [
  { v: 1, kind: 'log_opened', at: AT, origin: 'assay.example/log', software: 'assay 0.1.0' },
  { v: 1, kind: 'key', at: AT, kid: KEY, x: KEY, use: 'log', event: 'published' },
  { v: 1, kind: 'formula', at: AT, formula: '2026-11', digest: DIGEST },
  { v: 1, kind: 'interval', at: AT, id: 'npm/a/b', target: 3, state: 'up', previous: null },
  {
    v: 1,
    kind: 'interval',
    at: AT,
    id: 'npm/a/b',
    target: 0,
    state: 'down',
    previous: { state: 'up', from: '2026-11-22T00:00:00.000Z', to: AT },
  },
  { v: 1, kind: 'verdict', at: AT, id: 'npm/a/b/c', from: null, to: 'healthy' },
  { v: 1, kind: 'declarations', at: AT, id: 'npm/a/b', version: '1.0.0', vantage: null, digest: DIGEST },
  {
    v: 1,
    kind: 'score',
    at: AT,
    id: 'npm/a/b',
    verdict: 'healthy',
    score: 98.6,
    grade: 'A',
    formula: '2026-11',
    asOf: AT,
    inputs: DIGEST,
  },
  {
    v: 1,
    kind: 'breakage',
    at: AT,
    id: 'npm/a/b',
    breakage: 'down',
    key: 'host:a.example',
    event: 'opened',
    severity: 'major',
    evidence: DIGEST,
  },
  { v: 1, kind: 'observations', at: AT, hour: '2026-11-23T04:00:00.000Z', count: 12, root: 'a'.repeat(64) },
  { v: 1, kind: 'unsafe_texts', at: AT, id: 'npm/a/b', event: 'cleared', digest: DIGEST, reason: 'It is a joke.' },
  { v: 2, queuedAt: AT, kind: 'recording', at: AT, event: 'resumed', since: '2026-11-22T00:00:00.000Z' },
  {
    v: 2,
    queuedAt: AT,
    kind: 'score_inputs',
    at: AT,
    hour: '2026-11-23T04:00:00.000Z',
    part: 0,
    count: 2,
    digest: DIGEST,
  },
  {
    v: 2,
    queuedAt: AT,
    kind: 'bundle',
    at: AT,
    hour: '2026-11-23T04:00:00.000Z',
    sequence: 29_929_555,
    digest: DIGEST,
  },
]
const textOf = (leaf: Leaf) => new TextDecoder().decode(leafBytes(leaf))
const parsedText = (text: string) => parseLeaf(new TextEncoder().encode(text))

describe('leaves', () => {
  it('covers every kind', () => {
    expect([...new Set(LEAVES.map(({ kind }) => kind))]).toEqual(LEAF_KIND_NAMES)
  })

  it.each(LEAVES)('a leaf is written and parsed: $kind', (leaf) => {
    expect(parseLeaf(leafBytes(leaf))).toEqual({ ok: true, leaf })
  })

  it('is canonical JSON', () => {
    const [, , , , , turned] = LEAVES
    expect(turned && textOf(turned)).toBe(
      '{"at":"2026-11-23T05:20:00.000Z","from":null,"id":"npm/a/b/c","kind":"verdict","to":"healthy","v":1}',
    )
  })

  it('each member that is missing, added or of another type is refused', () => {
    for (const leaf of LEAVES) {
      const members = Object.keys(leaf)
      for (const name of members) {
        const without = Object.fromEntries(Object.entries(leaf).filter(([key]) => key !== name))
        expect(parsedText(JSON.stringify(sorted(without))).ok, `${leaf.kind} without ${name}`).toBe(false)
        expect(parsedText(JSON.stringify(sorted({ ...leaf, [name]: [] }))).ok, `${leaf.kind}, ${name} is a list`).toBe(
          false,
        )
      }
      expect(parsedText(JSON.stringify(sorted({ ...leaf, more: 1 }))).ok).toBe(false)
    }
  })

  it('leaves of the earlier form are parsed, and have no time in the queue; each that is written has one', () => {
    for (const { v: _, queuedAt: __, ...members } of LEAVES) {
      const leaves = [
        { ...members, v: 1 },
        { ...members, v: 2, queuedAt: AT },
      ] as Leaf[]
      for (const leaf of leaves) expect(parseLeaf(leafBytes(leaf))).toEqual({ ok: true, leaf })
      expect(parsedText(JSON.stringify(sorted({ ...members, v: 1, queuedAt: AT }))).ok).toBe(false)
      expect(parsedText(JSON.stringify(sorted({ ...members, v: 2 }))).ok).toBe(false)
      expect(parsedText(JSON.stringify(sorted({ ...members, v: 2, queuedAt: '2026-11-23' }))).ok).toBe(false)
    }
  })

  const verdict = (changed: string) => textOf(LEAVES[5] as Leaf).replace(...(changed.split(' => ') as [string, string]))
  it.each(cases.refused)('%s is refused: %s', (change) => {
    expect(verdict(change)).not.toBe(verdict(' => '))
    expect(parsedText(verdict(change)).ok).toBe(false)
  })

  it('what is no JSON object and no UTF-8 is refused', () => {
    for (const text of ['', 'null', '[]', '1', '"a"', '{', '{}', '['.repeat(10_000)]) {
      expect(parsedText(text).ok).toBe(false)
    }
    expect(parseLeaf(Uint8Array.of(0xff, 0xfe))).toEqual({ ok: false, fault: 'it is not UTF-8' })
    expect(parseLeaf(new Uint8Array(MAX_LEAF_BYTES + 1)).ok).toBe(false)
  })

  it('the longest texts that strangers can send fit, whatever their characters', () => {
    for (const character of ['a', '\u0001', '界']) {
      const long = (length: number) => character.repeat(length)
      const leaves: Leaf[] = [
        { v: 1, kind: 'declarations', at: AT, id: long(1024), version: long(512), vantage: long(512), digest: DIGEST },
        {
          v: 1,
          kind: 'breakage',
          at: AT,
          id: long(1024),
          breakage: 'down',
          key: long(512),
          event: 'closed',
          severity: 'critical',
          evidence: DIGEST,
        },
      ]
      for (const leaf of leaves) expect(parseLeaf(leafBytes(leaf))).toEqual({ ok: true, leaf })
    }
  })

  it('nothing is written that could not be parsed', () => {
    expect(() => leafBytes({ v: 1, kind: 'verdict', at: 'now', id: 'a', from: null, to: 'down' })).toThrow(TypeError)
    expect(() => leafBytes({ v: 1, kind: 'verdict', at: AT, id: 'a'.repeat(1025), from: null, to: 'down' })).toThrow(
      TypeError,
    )
  })
})

describe('digestOf', () => {
  it('is the SHA-256 of the canonical JSON in hex', () => {
    const expected = createHash('sha256').update('{"a":[1],"ö":null}').digest('hex')
    expect(digestOf({ ö: null, a: [1] })).toBe(`sha256:${expected}`)
  })
})

function sorted(value: object): object {
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
}
