import { describe, expect, test } from 'vitest'
import { lackingIn } from './startup-text'
import cases from './startup-text.cases.json' with { type: 'json' }

describe('what a program that ended early was lacking', () => {
  test.each(cases.credentials)('credentials: %s', (text) => {
    expect(lackingIn(text)).toBe('credentials')
  })

  test.each([
    'TypeError: fetch failed\n    at node:internal/deps/undici/undici:13510:13',
    'Error: getaddrinfo EAI_AGAIN api.example.com',
    'connect ECONNREFUSED 127.0.0.1:5432',
    'urllib3.exceptions.MaxRetryError: Max retries exceeded',
    'socket.gaierror: [Errno -3] Temporary failure in name resolution',
  ])('the network: %s', (text) => {
    expect(lackingIn(text)).toBe('network')
  })

  test.each([
    'Usage: mcp-server-git [options] <directory>',
    'usage: serve [-h] --root ROOT\nserve: error: the following arguments are required: --root',
    'error: missing required argument "url"',
    'At least one is needed: you must specify a directory',
    'Please provide a base URL with the --apiUrl flag',
    "Unknown command: undefined. Expected 'init' or 'run'.",
  ])('arguments: %s', (text) => {
    expect(lackingIn(text)).toBe('arguments')
  })

  test.each(['/usr/bin/env: bun: No such file or directory', 'Error: spawn docker ENOENT', 'sh: 1: uv: not found'])(
    'a program: %s',
    (text) => {
      expect(lackingIn(text)).toBe('program')
    },
  )

  test.each([
    '',
    'Server running on stdio',
    "Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'zod' imported from /run/launch/package/x.js",
    "Error: Cannot find module './dist/index.js'\nRequire stack:\n- /run/launch/x.js\n  code: 'MODULE_NOT_FOUND'",
    'TypeError: Cannot read properties of undefined (reading "tokens")\n    at readToken (/run/launch/package/token.js:1:1)',
    "SyntaxError: Unexpected token '?'",
    'Node.js v20.0.0 is required',
    'ModuleNotFoundError: No module named "mcp"',
  ])('nothing that is known: %s', (text) => {
    expect(lackingIn(text)).toBeNull()
  })

  test('is read in time that grows no faster than the text', () => {
    for (const piece of ['A_', 'missing ', 'no a b c ', 'env: ', '\n', 'access ', 'x'.repeat(999)]) {
      expect(lackingIn(piece.repeat(100_000 / piece.length))).not.toBe('program')
    }
  })
})
