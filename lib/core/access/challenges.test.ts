import { describe, expect, test } from 'vitest'
import { parseChallenges } from './challenges'
import cases from './challenges.cases.json' with { type: 'json' }

const read = (...headers: string[]) =>
  parseChallenges(headers).map(({ scheme, parameters }) => [scheme, Object.fromEntries(parameters)])

describe('challenges', () => {
  test.each(cases.challenges as [string, unknown][])('%s', (header, expected) => {
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
