import { expect, test } from 'vitest'
import type { BackendFacts } from '../../search/alternatives/independence'
import { streamable } from '../../store/test-catalog'
import { standsApart } from './stands-apart'

const server = (serverId: string, productId: string | null, url: string, rest: Partial<BackendFacts> = {}) => ({
  ...{ serverId, productId, repository: null, packages: [], remotes: [streamable(url)] },
  ...rest,
})
const ONE = server('g/one', 'one', 'https://mcp.one.example/mcp')

test('another product at another registered domain is apart', () => {
  expect(standsApart(ONE, server('g/two', 'two', 'https://two.example/mcp'))).toBe(true)
})

test.each([
  ['the same product', server('g/two', 'one', 'https://two.example/mcp')],
  ['a product that is not known', server('g/two', null, 'https://two.example/mcp')],
  ['another host of the same domain', server('g/two', 'two', 'https://other.one.example/mcp')],
  ['a host without a domain', server('g/two', 'two', 'http://127.0.0.1:9/mcp')],
  ['one that only its callers run', server('g/two', 'two', 'https://two.example', { remotes: [] })],
  [
    'one that also answers at that domain',
    server('g/two', 'two', '', {
      remotes: [streamable('https://two.example/mcp'), streamable('https://one.example/mcp')],
    }),
  ],
])('%s is not', (_, other) => {
  expect(standsApart(ONE, other)).toBe(false)
  expect(standsApart(other, ONE)).toBe(false)
})

test('the same repository is not', () => {
  const repository = 'https://github.com/g/one'
  const other = server('g/two', 'two', 'https://two.example/mcp', { repository })
  expect(standsApart({ ...ONE, repository }, other)).toBe(false)
})
