import { describe, expect, test } from 'vitest'
import type { Package, Remote } from './catalog'
import { type Connection, clientSetups, connectionOf } from './client-setups'

const http: Connection = { transport: 'http', url: 'https://mcp.example/mcp', headers: {} }
const remote = (url: string, transport: Remote['transport'] = 'streamable-http') => ({
  transport,
  url,
  template: false,
})

const textOf = (client: string, id: string, connection: Connection) =>
  clientSetups(id, connection).find((setup) => setup.client === client)?.text
const linkOf = (client: string, id: string, connection: Connection) =>
  clientSetups(id, connection).find((setup) => setup.client === client)?.link ?? ''

describe('connection', () => {
  test('is the address before the package', () => {
    const run = { registry: 'npm', name: 'a-server' } as const
    expect(connectionOf({ endpoint: remote('https://mcp.example/mcp'), package: run }, 'open', false)).toEqual(http)
    expect(connectionOf({ endpoint: null, package: run }, 'open', false)).toEqual({
      transport: 'stdio',
      command: 'npx',
      args: ['-y', 'a-server'],
      env: {},
    })
  })

  test('has placeholders for what must be given', () => {
    const keyed = connectionOf({ endpoint: remote('https://mcp.example/sse', 'sse'), package: null }, 'auth', true)
    expect(keyed).toMatchObject({ transport: 'sse', headers: { Authorization: 'Bearer YOUR_TOKEN' } })
    const run = { registry: 'oci', name: 'example/image', variables: ['API_KEY'] } as const
    expect(connectionOf({ endpoint: null, package: { ...run, variables: [...run.variables] } }, 'open', false)).toEqual(
      {
        transport: 'stdio',
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'API_KEY', 'example/image'],
        env: { API_KEY: 'YOUR_API_KEY' },
      },
    )
  })

  test('has the required arguments of a package, and none of the program that starts it', () => {
    const folder = { valueHint: 'a folder', description: null, isRequired: true, isRepeated: true }
    const given: Package['arguments'] = [
      { ...folder, place: 'runtime', name: '--mount', value: 'type=bind,src=/' },
      { ...folder, place: 'package', name: null, value: null },
      { ...folder, place: 'package', name: '--port', value: '80' },
      { ...folder, place: 'package', name: '--log', value: 'x', isRequired: false },
    ]
    const wordsOf = (run: Package) => connectionOf({ endpoint: null, package: run }, 'open', false)
    expect(wordsOf({ registry: 'npm', name: 'a', arguments: given })).toMatchObject({
      command: 'npx',
      args: ['-y', 'a', 'YOUR_A_FOLDER', '--port', '80'],
    })
    expect(wordsOf({ registry: 'oci', name: 'a/b', arguments: given, variables: ['K'] })).toMatchObject({
      args: ['run', '-i', '--rm', '-e', 'K', 'a/b', 'YOUR_A_FOLDER', '--port', '80'],
    })
    expect(wordsOf({ registry: 'nuget', name: 'a', arguments: given })).toMatchObject({
      args: ['a', '--yes', '--', 'YOUR_A_FOLDER', '--port', '80'],
    })
  })

  test('none where nothing can be called by a client', () => {
    expect(
      connectionOf({ endpoint: remote('https://api.example', 'http-api'), package: null }, 'open', false),
    ).toBeNull()
    expect(connectionOf({ endpoint: null, package: { registry: 'mcpb', name: 'x' } }, 'open', false)).toBeNull()
    expect(
      connectionOf({ endpoint: null, package: { registry: 'npm', name: 'a; rm -rf /' } }, 'open', false),
    ).toBeNull()
  })
})

describe('set-up of clients', () => {
  test('a command for Claude Code', () => {
    expect(textOf('Claude Code', 'official/com.brave/search', http)).toBe(
      'claude mcp add --transport http \\\n  search https://mcp.example/mcp',
    )
    const stdio: Connection = { transport: 'stdio', command: 'npx', args: ['-y', 'a@1.0.0'], env: { KEY: 'YOUR_KEY' } }
    expect(textOf('Claude Code', 'x/y', stdio)).toBe(
      'claude mcp add y \\\n  --env KEY=YOUR_KEY \\\n  -- npx -y a@1.0.0',
    )
  })

  test('files for the others', () => {
    expect(JSON.parse(textOf('Cursor', 'x/y', http) ?? '')).toEqual({ mcpServers: { y: { url: http.url } } })
    expect(JSON.parse(textOf('VS Code', 'x/y', http) ?? '')).toEqual({
      servers: { y: { type: 'http', url: http.url } },
    })
    expect(JSON.parse(textOf('JSON', 'x/y', http) ?? '')).toEqual({
      mcpServers: { y: { type: 'http', url: http.url } },
    })
  })

  test('links that open Cursor and VS Code', () => {
    const cursor = new URL(linkOf('Cursor', 'x/y', http))
    expect(cursor.protocol).toBe('cursor:')
    expect(JSON.parse(atob(cursor.searchParams.get('config') ?? ''))).toEqual({ url: http.url })
    const code = linkOf('VS Code', 'x/y', http)
    expect(JSON.parse(decodeURIComponent(code.slice(code.indexOf('?') + 1)))).toEqual({
      name: 'y',
      type: 'http',
      url: http.url,
    })
  })

  test('an address of strangers cannot leave its argument', () => {
    const hostile: Connection = { transport: 'http', url: "https://e.example/a'$(touch x)&b", headers: {} }
    expect(textOf('Claude Code', 'x/y', hostile)).toContain("'https://e.example/a'\\''$(touch x)&b'")
  })

  test('the name is plain for any id', () => {
    expect(textOf('Claude Code', 'garden/図書館/検索', http)).toContain('\n  garden https')
    expect(textOf('Claude Code', 'a/検索', http)).toContain('\n  a https')
    expect(textOf('Claude Code', `a/${'x'.repeat(300)}`, http)).toContain(`\n  ${'x'.repeat(40)} https`)
    expect(textOf('Claude Code', 'a/My Server!', http)).toContain('\n  my-server https')
  })
})
