import { expect, test } from 'vitest'
import { NewestVersions, type VersionFacts } from './version-order'

function facts(version: string | null, publishedAt: string | null = null, isLatest?: boolean): VersionFacts {
  return { version, publishedAt, isLatest }
}

function newestOf(versions: VersionFacts[]): string | null | undefined {
  const newest = new NewestVersions()
  return versions.filter((version) => newest.accept('a', version)).at(-1)?.version
}

test.each([
  ['1.9.0', '1.10.0'],
  ['v1.0.0', '1.0.1'],
  ['1.0', '1.0.1'],
  ['1.0.0-beta', '1.0.0'],
  ['1.0.0-alpha', '1.0.0-beta'],
  ['1.0.0-beta.2', '1.0.0-beta.11'],
  ['1.0.0-1', '1.0.0-beta'],
  ['1.0.0-beta', '1.0.0-beta.1'],
  ['2025.12.31', '2026.1.1'],
  ['1.0.0+build9', '1.0.1+build1'],
])('%s is older than %s, in either order', (older, newer) => {
  expect(newestOf([facts(older), facts(newer)])).toBe(newer)
  expect(newestOf([facts(newer), facts(older)])).toBe(newer)
})

test('where versions do not compare, the time of publication decides', () => {
  expect(newestOf([facts('winter', '2026-02-01T00:00:00Z'), facts('autumn', '2025-10-01T00:00:00Z')])).toBe('winter')
  expect(newestOf([facts('1.0.0', '2026-02-01T00:00:00Z'), facts('autumn', '2025-10-01T00:00:00Z')])).toBe('1.0.0')
})

test('where nothing decides, the one listed later counts', () => {
  expect(newestOf([facts('a'), facts('b')])).toBe('b')
  expect(newestOf([facts(null), facts(null)])).toBeNull()
})

test('the statement of the registry counts more than any version number', () => {
  expect(newestOf([facts('1.0.0', null, true), facts('2.0.0', null, false)])).toBe('1.0.0')
  expect(newestOf([facts('1.0.0', null, true), facts('2.0.0')])).toBe('1.0.0')
  expect(newestOf([facts('2.0.0'), facts('1.0.0', null, true)])).toBe('1.0.0')
})

test('servers are compared separately', () => {
  const newest = new NewestVersions()
  expect(newest.accept('a', facts('2.0.0'))).toBe(true)
  expect(newest.accept('b', facts('1.0.0'))).toBe(true)
  expect(newest.accept('a', facts('1.0.0'))).toBe(false)
})
