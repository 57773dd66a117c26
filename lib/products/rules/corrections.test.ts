import { describe, expect, it } from 'vitest'
import { NO_CORRECTIONS, readCorrections } from './corrections'

const read = (given: unknown) => readCorrections(JSON.stringify(given))
const publisher = (name: string, owners: string[], domains: string[] = []) => ({ name, owners, domains })

describe('a file of corrections', () => {
  it('may leave out what it does not correct', () => {
    expect(read({})).toEqual(NO_CORRECTIONS)
    expect(read({ publishers: [publisher('Lantern', ['LANTERN'], ['Lantern.IO'])] }).publishers).toEqual([
      publisher('Lantern', ['lantern'], ['lantern.io']),
    ])
  })

  it('may join in a cycle', () => {
    expect(
      read({
        join: [
          ['a', 'b'],
          ['b', 'c'],
          ['c', 'a'],
        ],
      }).join,
    ).toHaveLength(3)
  })

  it.each([
    ['not JSON', '{', 'it is not JSON.'],
    ['another form', '{"joins": []}', 'at its beginning: Unrecognized key: "joins".'],
    ['one id alone', '{"join": [["a"]]}', 'at join.0: Too small: expected array to have >=2 items.'],
    [
      'ids joined and split',
      '{"join": [["a", "b"]], "split": [["b", "a"]]}',
      'at its beginning: b and a are both joined and split.',
    ],
    [
      'ids joined by two lists and split',
      '{"join": [["a", "b"], ["c", "b"]], "split": [["x", "a", "c"]]}',
      'at its beginning: a and c are both joined and split.',
    ],
    [
      'an account of two publishers',
      JSON.stringify({ publishers: [publisher('One', ['octo']), publisher('Two', ['octo'])] }),
      'at its beginning: the account octo is given to both One and Two.',
    ],
  ])('with %s says so', (_, text, message) => {
    expect(() => readCorrections(text)).toThrow(new Error(message))
  })
})
