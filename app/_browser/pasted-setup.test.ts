import { expect, test } from 'vitest'
import { asQuery, isSetup } from './pasted-setup'

test.each([
  '{"mcpServers":{"a":{"command":"npx","args":["-y","pkg"]}}}',
  '\n// mine\n{ "servers": { "a": { "url": "https://a.example/mcp" } } }',
  '"mcpServers": { "a": { "command": "npx" } }',
  '{ "mcpServers": { broken',
  '{"dependencies":{"zod":"4.0.0"}}',
  '[mcp_servers.a]\ncommand = "npx"\nargs = ["-y", "pkg"]',
  'mcpServers:\n  a:\n    command: npx',
])('a setup is checked, whole or broken: %s', (text) => {
  expect(isSetup(text)).toBe(true)
})

test.each(['read a file', 'github.com/owner/name', 'find the contact\nand send\nan e-mail', '@scope/pkg\nother'])(
  'a query is searched: %s',
  (text) => {
    expect(isSetup(text)).toBe(false)
  },
)

test('a text of several lines becomes one line', () => {
  expect(asQuery(' find\n the\tcontact ')).toBe('find the contact')
})
