import { describe, expect, it } from 'vitest'
import { csvTable } from './csv'

const cell = (text: string) => csvTable(['a'], [{ a: text }]).split('\r\n')[1]

describe('a CSV table', () => {
  it('has a line of names and one for each row', () => {
    expect(
      csvTable(
        ['a', 'b', 'c'],
        [
          { a: 1.5, b: null, c: true },
          { a: -2, b: 'x', c: false },
        ],
      ),
    ).toBe('a,b,c\r\n1.5,,true\r\n-2,x,false\r\n')
    expect(csvTable(['a'], [])).toBe('a\r\n')
  })

  it.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['-2+3', "'-2+3"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "' =1"],
    [' =1', "' =1"],
    ['\uff1d1', "'\uff1d1"],
    ['|calc', "'|calc"],
    ['=HYPERLINK("http://x","y")', '"\'=HYPERLINK(""http://x"",""y"")"'],
  ])('does not let %j be a formula', (text, expected) => {
    expect(cell(text)).toBe(expected)
  })

  it.each([
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "x"', '"say ""x"""'],
    ['two\r\nlines', 'two lines'],
    ['\u4e2d\u6587', '\u4e2d\u6587'],
    ['a = b', 'a = b'],
  ])('writes %j as %j', (text, expected) => {
    expect(cell(text)).toBe(expected)
  })
})
