import { expect, test } from 'vitest'
import { ApiError } from '../contract/errors'
import { decodePath, pathFault, targetOf } from './request-target'

test.each([
  ['http://host/v1/health/a/b?x=1', '/v1/health/a/b', 'x=1'],
  ['http://host:3000/v1/ping', '/v1/ping', ''],
  ['http://host', '/', ''],
  ['/v1/health/a%2Fb', '/v1/health/a%2Fb', ''],
  ['/v1/search?q=a?b', '/v1/search', 'q=a?b'],
  ['http://host/a#b?c', '/a', ''],
  ['http://host?x=/a', '/', 'x=/a'],
  ['http://host#/a', '/', ''],
  ['http://host/v1/health/https://x/y', '/v1/health/https://x/y', ''],
])('the target of %s', (url, path, query) => {
  expect(targetOf(url)).toEqual({ path, query })
})

test.each([
  ['/v1/health/a/b', undefined],
  ['/v1/health/a..b/...', undefined],
  ['/v1/health/.hidden', undefined],
  ['/v1//health', 'The path has an empty segment.'],
  ['/v1/health/a/../b', 'The path has a dot segment.'],
  ['/v1/health/./b', 'The path has a dot segment.'],
  ['/v1/health/%2e%2E', 'The path has a dot segment.'],
  ['/v1/health/.%2e/b', 'The path has a dot segment.'],
  ['/v1/health/a\\b', 'The path has a backslash.'],
  ['/v1/ping/', 'The path ends with a slash.'],
  ['/', undefined],
  ['/v1/%zz', 'The path has a percent-escape that is not valid.'],
])('the fault of %s', (path, fault) => {
  expect(pathFault(path)).toBe(fault)
})

test('a path is decoded once', () => {
  expect(decodePath('a%2Fb%20c')).toBe('a/b c')
  expect(decodePath('a%252Fb')).toBe('a%2Fb')
  expect(decodePath('%E5%A4%A9')).toBe('天')
})

test.each(['%zz', '%', 'a%2', '%ff', '%C0%AF'])('%s is refused', (path) => {
  expect(() => decodePath(path)).toThrow(ApiError)
})
