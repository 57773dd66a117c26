import { afterAll, describe, expect, test } from 'vitest'
import { countInWorker } from './count-in-worker'
import { loadTokenizer } from './count-tokens'
import { countHere, type TokenCounter } from './token-counter'

describe.each([
  ['on this thread', countHere],
  ['in a thread', countInWorker],
])('tokens are counted %s', (_, open) => {
  const counter: TokenCounter = open()
  afterAll(() => counter.end())

  test('as the tokenizer counts them, in the order of the texts', async () => {
    const countTokens = await loadTokenizer()
    const texts = ['one', 'a longer text of several words', '', 'x '.repeat(20_000)]
    expect(await counter.count(texts)).toEqual(texts.map((text) => countTokens(text)))
    expect(await counter.count(['two words'])).toEqual([countTokens('two words')])
    expect(await counter.count([])).toEqual([])
  })
})
