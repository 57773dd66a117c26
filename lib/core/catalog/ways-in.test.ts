import type { TargetSummary } from 'assay-verify/state/target-summary'
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

describe('what probes know of the ways in', () => {
  const [first, second] = [at('streamable-http', 'https://a.example/mcp'), at('sse', 'https://b.example/sse')]
  const api = at('http-api', 'https://c.example/v1')
  const seen = (
    { transport, url }: Remote,
    liveness: TargetSummary['liveness'],
    more: Partial<TargetSummary> = {},
  ): TargetSummary => ({
    targetNo: 0,
    evidence: 'endpoint',
    kind: transport,
    url,
    liveness,
    sinceAt: null,
    at: 0,
    reason: null,
    hindrance: null,
    version: null,
    packageFacts: null,
    probes: 2,
    ...more,
  })
  const launched: TargetSummary = {
    ...seen(at('other', 'x'), 'up'),
    evidence: 'launch',
    kind: 'npm',
    reason: 'started',
  }

  test('the endpoint that answers is named, not the first', () => {
    const remotes = [first, second, api]
    expect(waysIn({ remotes, packages: [] }, [seen(second, 'up'), seen(first, 'down')]).endpoint).toBe(second)
    expect(waysIn({ remotes, packages: [] }, [seen(api, 'up'), seen(first, 'down')])).toMatchObject({
      callable: 'documentation',
      endpoint: api,
    })
    expect(waysIn({ remotes, packages: [] }, [seen(second, 'down'), seen(first, 'down')]).endpoint).toBe(first)
  })

  test('the address of an API description is none to call', () => {
    const described = at('openapi', 'https://c.example/openapi.json')
    expect(waysIn({ remotes: [described], packages: [] }, [seen(described, 'up')]).endpoint).toBeNull()
  })

  test('a package that starts comes before an endpoint that is down', () => {
    const server = { remotes: [first], packages: [npm] }
    expect(waysIn(server, [seen(first, 'down'), launched])).toMatchObject({ callable: 'package', endpoint: null })
    expect(waysIn(server, [seen(first, 'up'), launched])).toMatchObject({ callable: 'endpoint', endpoint: first })
    expect(waysIn(server, [seen(first, 'down')])).toMatchObject({ callable: 'endpoint', endpoint: first })
  })
})
