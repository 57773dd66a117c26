import { describe, expect, it } from 'vitest'
import { isOfficial } from './official'

const at = (url: string, template = false) => [{ transport: 'streamable-http' as const, url, template }]

describe('an official server', () => {
  it.each([
    [
      'a domain in its name and an address on it',
      'official/com.linear/linear',
      'official',
      at('https://mcp.linear.com/mcp'),
      true,
    ],
    ['the same with a longer domain', 'official/uk.co.example/x', 'official', at('https://example.co.uk/mcp'), true],
    ['an address elsewhere', 'official/com.linear/linear', 'official', at('https://mcp.other.com/mcp'), false],
    ['a domain that only ends alike', 'official/com.linear/linear', 'official', at('https://notlinear.com/mcp'), false],
    ['no address', 'official/com.linear/linear', 'official', [], false],
    ['an address with variables', 'official/com.linear/linear', 'official', at('https://{x}.linear.com/', true), false],
    [
      'an account at a code host',
      'official/io.github.somebody/linear',
      'official',
      at('https://somebody.github.io/mcp'),
      false,
    ],
    ['another registry', 'smithery/com.linear/linear', 'smithery', at('https://mcp.linear.com/mcp'), false],
    ['a reference server', 'npm-official/modelcontextprotocol/server-memory', 'npm-official', [], true],
    ['no name after the registry', 'official', 'official', at('https://mcp.linear.com/mcp'), false],
  ])('%s', (_, id, registry, remotes, expected) => {
    expect(isOfficial({ id, registry, remotes })).toBe(expected)
  })
})
