import { describe, expect, it } from 'vitest'
import { isOfficial } from './official'

const at = (url: string, template = false) => [{ transport: 'streamable-http' as const, url, template }]

describe('an official server', () => {
  it.each([
    ['a domain in its name and an address on it', 'official/com.linear/linear', at('https://mcp.linear.com/mcp'), true],
    ['the same with a longer domain', 'official/uk.co.example/x', at('https://example.co.uk/mcp'), true],
    ['an address elsewhere', 'official/com.linear/linear', at('https://mcp.other.com/mcp'), false],
    ['a domain that only ends alike', 'official/com.linear/linear', at('https://notlinear.com/mcp'), false],
    ['no address', 'official/com.linear/linear', [], false],
    ['an address with variables', 'official/com.linear/linear', at('https://{x}.linear.com/', true), false],
    ['an account at a code host', 'official/io.github.somebody/linear', at('https://somebody.github.io/mcp'), false],
    ['another registry', 'smithery/com.linear/linear', at('https://mcp.linear.com/mcp'), false],
    ['a reference server', 'npm-official/modelcontextprotocol/server-memory', [], true],
    ['no name after the registry', 'official', at('https://mcp.linear.com/mcp'), false],
  ])('%s', (_, id, remotes, expected) => {
    expect(isOfficial({ id, remotes })).toBe(expected)
  })
})
