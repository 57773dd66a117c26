import { expect, test } from 'vitest'
import type { Package } from './catalog'
import { startCommand } from './start-command'

test.each<[Package['registry'], string, string | undefined, string | null]>([
  ['npm', 'x.tgz', undefined, null],
  ['npm', '@x/tool', undefined, 'npx -y @x/tool'],
  ['npm', 'tool', '1.2.3-beta.1', 'npx -y tool@1.2.3-beta.1'],
  ['npm', 'tool', 'latest', 'npx -y tool'],
  ['npm', 'tool', '1 && id', 'npx -y tool'],
  ['pypi', 'mcp-server.time', undefined, 'uvx mcp-server.time'],
  ['pypi', 'time', '2.0', 'uvx time@2.0'],
  ['nuget', 'A.B', '1.0.0', 'dnx A.B@1.0.0 --yes'],
  ['oci', 'ghcr.io/x/y', '1.0', 'docker run -i --rm ghcr.io/x/y:1.0'],
  ['oci', 'ghcr.io/x/y:2', '1.0', 'docker run -i --rm ghcr.io/x/y:2'],
  ['oci', 'registry.example:5000/x/y', undefined, 'docker run -i --rm registry.example:5000/x/y'],
  ['oci', 'x', '$(id)', 'docker run -i --rm x'],
  ['mcpb', 'https://x.example/a.mcpb', '1.0', null],
  ['npm', 'tool; rm -rf /', undefined, null],
  ['npm', '--registry=https://x.example', undefined, null],
  ['npm', '@x/tool`id`', undefined, null],
  ['npm', 'git+https://x.example/a', undefined, null],
  ['pypi', '-r requirements.txt', undefined, null],
  ['pypi', 'a$(id)', undefined, null],
  ['oci', '--privileged', undefined, null],
  ['oci', 'x --privileged', undefined, null],
  ['nuget', 'a b', undefined, null],
])('%s %s %s: %s', (registry, name, version, command) => {
  expect(startCommand(version === undefined ? { registry, name } : { registry, name, version })).toBe(command)
})
