import { expect, test } from 'vitest'
import { endpointNameOf, imageNameOf, keyText, pinDigest, pypiProjectName, serverKey, tileNumberOf } from './names.ts'

test('a key is the beginning of a digest', async () => {
  expect(keyText({ kind: 'npm', name: '@scope/x' })).toBe('assay npm @scope/x')
  expect(await serverKey({ kind: 'url', name: 'example.com/mcp' })).toMatch(/^[\w-]{22}$/)
  expect(await serverKey({ kind: 'npm', name: 'x' })).not.toBe(await serverKey({ kind: 'pypi', name: 'x' }))
})

test.each([
  ['AAAAAA', 0, 0],
  ['_____', 0, 0],
  ['____', 16, 65_535],
  ['gAAA', 1, 1],
  ['fAAA', 1, 0],
  ['ABAA', 12, 1],
  ['AAfA', 13, 0],
  ['AAgA', 13, 1],
  ['', 8, 0],
  ['!!!', 8, 0],
])('key %s at %i bits is in tile %i', (key, bits, tile) => {
  expect(tileNumberOf(key, bits)).toBe(tile)
})

test('a digest of a pin is its first half', () => {
  expect(pinDigest(`sha256:${'00'.repeat(16)}${'ff'.repeat(16)}`)).toBe('A'.repeat(22))
  expect(pinDigest(`sha256:${'fb'.repeat(32)}`)).toBe(`${'-_v7'.repeat(5)}-w`)
  for (const text of ['', 'sha256:00', `sha512:${'00'.repeat(32)}`, `sha256:${'0G'.repeat(32)}`])
    expect(pinDigest(text)).toBeUndefined()
})

test.each([
  ['https://Example.com/mcp/?key=1#x', 'example.com/mcp'],
  ['http://user:pw@127.0.0.1:8080', '127.0.0.1:8080'],
  ['https://example.com/{tenant}/mcp', 'example.com'],
  ['https://{tenant}.example.com/mcp', undefined],
  ['ftp://example.com', undefined],
])('endpoint %s is %s', (text, name) => {
  expect(endpointNameOf(text)).toBe(name)
})

test('names of images and projects are in one form', () => {
  expect(imageNameOf('docker.io/library/Redis:7')).toBe('redis')
  expect(imageNameOf(`ghcr.io/a/b@sha256:${'a'.repeat(64)}`)).toBe('ghcr.io/a/b')
  expect(pypiProjectName('Foo.__-Bar')).toBe('foo-bar')
})
