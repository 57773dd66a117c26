import { describe, expect, it } from 'vitest'
import { isLookAlike, withUsualForms } from './look-alike'
import cases from './look-alike.cases.json' with { type: 'json' }

describe('a text that can be taken for another', () => {
  it.each([
    ['Cyrillic а in a Latin word', 'pаypal'],
    ['Greek ο in a Latin word', 'githοb'],
    ['a word of Cyrillic letters only', 'official/арр'],
    ['full-width letters', 'official/ｇithub'],
    ['bold letters', '𝐠𝐢𝐭𝐡𝐮𝐛'],
    ['a ligature', 'proﬁle'],
    ['Cherokee in a Latin word', 'Ꭰpple'],
    ['Greek capitals', 'ΝΟΤΙΟΝ'],
  ])('%s', (_, text) => {
    expect(isLookAlike(text)).toBe(true)
  })

  it.each(cases.notLookAlike)('%j is none', (text) => {
    expect(isLookAlike(text)).toBe(false)
  })
})

it('unusual forms of letters become the usual ones, and nothing else changes', () => {
  expect(withUsualForms('天気ＡＰＩ２ ｶﾀｶﾅ m² é')).toBe('天気API2 ｶﾀｶﾅ m² é')
})
