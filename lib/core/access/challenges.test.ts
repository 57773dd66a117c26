import { describe, expect, test } from 'vitest'
import { parseChallenges } from './challenges'

const read = (...headers: string[]) =>
  parseChallenges(headers).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)])

describe('challenges', () => {
  test.each<[string, unknown]>([
    ['Bearer', [['bearer', {}]]],
    ['Bearer realm="a, b=c", error=invalid_token', [['bearer', { realm: 'a, b=c', error: 'invalid_token' }]]],
    ['Bearer scope="x \\"y\\" \\\\"', [['bearer', { scope: 'x "y" \\' }]]],
    ['BEARER Resource_Metadata = "https://a.example/x"', [['bearer', { resource_metadata: 'https://a.example/x' }]]],
    [
      'Negotiate a87421000492aa==, Basic realm="x"',
      [
        ['negotiate', {}],
        ['basic', { realm: 'x' }],
      ],
    ],
    [
      'Basic realm="x", charset="UTF-8", Bearer scope="s"',
      [
        ['basic', { realm: 'x', charset: 'UTF-8' }],
        ['bearer', { scope: 's' }],
      ],
    ],
    [
      ', ,Bearer , Basic',
      [
        ['bearer', {}],
        ['basic', {}],
      ],
    ],
    ['Bearer a=1, a=2', [['bearer', { a: '1' }]]],
    ['"no scheme", Bearer a=1', [['bearer', { a: '1' }]]],
    ['Bearer a="no end, Basic b=1', [['bearer', {}]]],
    ['Bearer a="\\', [['bearer', {}]]],
    ['=, a=b', []],
    ['', []],
  ])('%s', (header, expected) => {
    expect(read(header)).toEqual(expected)
  })

  test('several headers', () => {
    expect(read('Bearer a="open', 'Basic realm=x')).toEqual([
      ['bearer', {}],
      ['basic', { realm: 'x' }],
    ])
  })
})

describe('hostile headers', () => {
  test('a thousand challenges and ten thousand characters are read in part', () => {
    const many = parseChallenges([Array.from({ length: 1000 }, (_, n) => `S${n} a=1`).join(', ')])
    expect(many).toHaveLength(16)
    const parameters = parseChallenges([`Bearer ${Array.from({ length: 900 }, (_, n) => `p${n}=1`).join(', ')}`])
    expect(parameters[0]?.parameters.size).toBe(32)
    const long = parseChallenges([`Bearer a="${'x'.repeat(10_000)}"`, 'Basic'])
    expect(long.map(({ scheme, parameters: { size } }) => [scheme, size])).toEqual([['bearer', 0]])
  })

  test.each(['"', '\\', ',', '=', ' ', 'a=', '"a', 'a ', '\u0000', 'é', 'a="\\"'])(
    'ten thousand times %j ends',
    (piece) => {
      expect(parseChallenges([piece.repeat(10_000), `Bearer ${piece.repeat(10_000)}`]).length).toBeLessThan(17)
    },
  )

  test('a parameter named as a member of every object is an ordinary one', () => {
    expect(parseChallenges(['Bearer __proto__="x"'])[0]?.parameters.get('__proto__')).toBe('x')
  })
})
