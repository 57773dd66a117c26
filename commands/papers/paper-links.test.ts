import { describe, expect, test } from 'vitest'
import { anchorsOf, brokenIn, LINKING_PAPERS } from './test-paper-links'

test.each(LINKING_PAPERS)('every path and link of %s leads to something', (path) => {
  expect(brokenIn(path)).toEqual([])
})

describe('anchors', () => {
  test('are those of headings, also of repeated ones and of code', () => {
    const text = '# One, two!\n## `GET /v1/x`\n## A [link](b.md)\n```\n# no heading\n```\n### A link\n'
    expect([...anchorsOf(text)]).toEqual(['one-two', 'get-v1x', 'a-link', 'a-link-1'])
  })
})
