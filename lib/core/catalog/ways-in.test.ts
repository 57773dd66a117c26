import { describe, expect, test } from 'vitest'
import type { Package, Remote } from './catalog'
import { type Callable, waysIn } from './ways-in'

const at = (transport: Remote['transport'], url: string): Remote => ({ transport, url, template: /[{<]/.test(url) })
const npm: Package = { registry: 'npm', name: 'x' }
const mcpb: Package = { registry: 'mcpb', name: 'https://x.example/x.mcpb' }

describe('what a caller calls', () => {
  test.each<[Callable, Remote[], Package[]]>([
    ['endpoint', [at('streamable-http', 'https://x.example/mcp')], []],
    ['endpoint', [at('sse', 'https://x.example/sse')], [npm]],
    ['endpoint', [at('other', 'https://x.example/ws')], []],
    ['endpoint', [at('streamable-http', 'https://{tenant}.x.example/mcp')], []],
    ['endpoint', [at('streamable-http', '{base_url}/mcp')], []],
    ['endpoint', [at('sse', 'https://x.example/<your-id>/sse')], []],
    ['package', [at('streamable-http', 'https://{tenant}.x.example/mcp')], [npm]],
    ['package', [at('stdio', 'stdio:x')], [npm]],
    ['package', [at('http-api-docs', 'https://x.example/docs')], [mcpb, npm]],
    ['documentation', [at('http-api-docs', 'https://x.example/docs')], [mcpb]],
    ['documentation', [at('openapi', 'https://x.example/openapi.json')], []],
    ['documentation', [at('http-api', 'https://x.example/v1')], []],
    ['documentation', [at('http-api', 'https://{region}.x.example/v1')], []],
    [null, [], []],
    [null, [], [mcpb]],
    [null, [at('stdio', 'stdio:x')], []],
    [null, [at('streamable-http', 'https://{}.x.example/mcp')], []],
    [null, [at('streamable-http', 'https://x.example/{a')], []],
    [null, [at('other', 'https://{a}.x.example')], []],
  ])('%s: %j %j', (callable, remotes, packages) => {
    expect(waysIn({ remotes, packages }).callable).toBe(callable)
  })
})

test('npm and PyPI come before other packages, and what can be started before what cannot', () => {
  const image: Package = { registry: 'oci', name: 'x' }
  expect(waysIn({ remotes: [], packages: [image, npm] }).package).toBe(npm)
  expect(waysIn({ remotes: [], packages: [mcpb, image] })).toMatchObject({
    package: image,
    command: 'docker run -i --rm x',
  })
  expect(waysIn({ remotes: [], packages: [mcpb] })).toMatchObject({ package: mcpb, command: null })
})
