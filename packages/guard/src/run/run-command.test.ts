import { expect, test } from 'vitest'
import { mistakeText } from './run-command.ts'

test('of an error nobody expected its kind and place are said, and nothing of what it is about', () => {
  const text = mistakeText(new SyntaxError('"secret" is not valid JSON'))
  expect(text).toMatch(/^an unexpected SyntaxError at run-command\.test\.ts:\d+:\d+; /)
  expect(text).not.toContain('secret')
  expect(mistakeText('secret')).toBe('an unexpected error; the servers are served all the same')
})
