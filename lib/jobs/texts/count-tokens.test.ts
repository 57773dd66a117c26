import { expect, test } from 'vitest'
import { testTools } from '../../core/catalog/test-tools'
import { definitionText, loadTokenizer } from './count-tokens'

test('tools have as many tokens as their definition as one text, within one percent', async () => {
  const countTokens = await loadTokenizer()
  const { countTokens: exact } = await import('gpt-tokenizer/encoding/o200k_base')
  const texts = testTools(300).map(({ inputSchema = null, ...tool }) => definitionText({ ...tool, inputSchema }))
  const sum = (count: (text: string) => number) => texts.reduce((total, text) => total + count(text), 0)
  const [ours, whole] = [sum(countTokens), sum((text) => exact(text))]
  expect(whole).toBeGreaterThan(100)
  expect(Math.abs(ours - whole) / whole).toBeLessThan(0.01)
})

test('a text that is hostile to the tokenizer is counted, and special tokens are text', async () => {
  const countTokens = await loadTokenizer()
  for (const piece of ['a', '天', ' ', '.']) expect(countTokens(piece.repeat(45_000))).toBeGreaterThan(300)
  expect(countTokens('<|endoftext|>')).toBeGreaterThan(1)
  expect(countTokens('')).toBe(0)
})
