import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { answerFiles } from './answer-types'

test.each(Object.entries(answerFiles()))('%s is as the contract is now: npm run answer-types', (path, text) => {
  expect(readFileSync(path, 'utf8')).toBe(text)
})
