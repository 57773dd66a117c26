import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { routeTarget } from './route-target'
import cases from './route-target.cases.json' with { type: 'json' }

describe('targets of the API', () => {
  test.each([
    ['/v1', '/v1'],
    ['/v1/ping', '/v1/ping'],
    ['/v1/%70ing', '/v1/%70ing'],
    ['/v1/search?q=../a\\b', '/v1/search?q=../a\\b'],
    ['/v1/health/a..b/...', '/v1/health/a..b/...'],
    ['/v1/health/a%2Fb%5Cc', '/v1/health/a%2Fb%5Cc'],
    // The operation itself refuses it as an id.
    ['/v1/health/a%2F..%2Fb', '/v1/health/a%2F..%2Fb'],
    ['/openapi.json', '/openapi.json'],
    // Versions that there are not: the API refuses them.
    ['/v2', '/v2'],
    ['/v2/health/a', '/v2/health/a'],
    ['/v0/servers', '/v0/servers'],
    ['/v1.5/ping', '/v1.5/ping'],
    ['/v1/search?q=100%', '/v1/search?q=100%'],
    ['/v1/search?q=caf%c3%a9%', '/v1/search?q=caf%c3%a9%'],
    ['/.well-known/jwks.json', '/.well-known/jwks.json'],
    ['/badge/a/b.svg', '/badge/a/b.svg'],
    ['/mcp', '/mcp'],
    ['/cron/probe', '/cron/probe'],
    ['http://host/v1/ping?x=1', '/v1/ping?x=1'],
    ['HTTPS://host:1/v1/ping', '/v1/ping'],
    ['/v1/ping#/../x', '/v1/ping'],
  ])('%s', (raw, target) => {
    expect(routeTarget(raw)).toEqual({ isApi: true, target })
  })
})

describe('targets of pages', () => {
  test.each(cases.pageTargets)('%s', (raw, target) => {
    expect(routeTarget(raw)).toEqual({ isApi: false, target })
  })
})

describe('targets with a slash at their end are asked for without it', () => {
  test.each([
    ['/v1/ping/', '/v1/ping'],
    ['/v1/categories/auth/?page=2', '/v1/categories/auth?page=2'],
    ['http://host/v1/categories/auth/', '/v1/categories/auth'],
    ['/v1/health/a/b/', '/v1/health/a/b'],
    ['/v1/', '/v1'],
  ])('%s', (raw, location) => {
    expect(routeTarget(raw)).toEqual({ location })
  })
})

const DOTS = 'The path has a dot segment.'
const BACKSLASH = 'The path has a backslash.'
const DISGUISED = 'The path leads to the API but is not written as the API has it.'
const FORM = 'The request target is neither a path nor an http address.'

describe('targets that are refused', () => {
  test.each([
    ['/./v1/ping', DOTS],
    ['/x/../v1/ping', DOTS],
    ['/%2e/v1/ping', DOTS],
    ['/x/%2e%2E/v1/ping', DOTS],
    ['/x/.%2e/v1/ping', DOTS],
    ['/x;/../v1/ping', DOTS],
    ['/_next/../v1/ping', DOTS],
    ['/tool/a/..', DOTS],
    ['/tool/.', DOTS],
    ['/x/..%2fv1/ping', DOTS],
    ['/x%2F..%2Fv1/ping', DOTS],
    ['/x%5c..%5Cv1/ping', DOTS],
    ['/v1/health/a/../b', DOTS],
    ['http://host/./v1/ping', DOTS],
    ['http://host/x/%2e%2e/v1/ping', DOTS],
    ['/v1\\ping', BACKSLASH],
    ['/\\v1/ping', BACKSLASH],
    ['/about\\probes', BACKSLASH],
    ['/x/..\\v1/ping', BACKSLASH],
    ['//v1/ping', DISGUISED],
    ['http://host//v1/ping', DISGUISED],
    ['/%761/ping', DISGUISED],
    ['/%25761/ping', DISGUISED],
    ['/v1%2fping', DISGUISED],
    ['/%2Fv1/ping', DISGUISED],
    ['/%5cv1/ping', DISGUISED],
    ['/v1%5cping', DISGUISED],
    ['/x/%252e%252e/v1/ping', DISGUISED],
    ['/openapi%2ejson', DISGUISED],
    ['/v%091/ping', DISGUISED],
    ['/mcp%00', DISGUISED],
    ['/%20v1/ping', DISGUISED],
    ['/v1//ping', 'The path has an empty segment.'],
    ['/v1/ping//', 'The path ends with a slash.'],
    ['//v1/ping/', DISGUISED],
    ['/tool/a%zz', 'The path has a percent-escape that is not valid.'],
    ['/%c0%ae/v1/ping', 'The path has a percent-escape that is not valid.'],
    ['/search?q=%ff', 'The query has a percent-escape that is not UTF-8.'],
    ['/v1/search?q=%ff', 'The query has a percent-escape that is not UTF-8.'],
    ['/v1/search?q=a&limit=5%C3', 'The query has a percent-escape that is not UTF-8.'],
    ['/v1/ping?%c0%ae', 'The query has a percent-escape that is not UTF-8.'],
    ['/?q=caf%e9', 'The query has a percent-escape that is not UTF-8.'],
    ['/%ff', 'The path has a percent-escape that is not valid.'],
    ['/%zz', 'The path has a percent-escape that is not valid.'],
    ['/v2/%ff', 'The path has a percent-escape that is not valid.'],
    ['*', FORM],
    ['', FORM],
    ['v1/ping', FORM],
    ['host:80/v1/ping', FORM],
    ['http:/v1/ping', FORM],
    ['http:///v1/ping', FORM],
    ['ftp://host/v1/ping', FORM],
    ['http://host\\v1/ping', FORM],
  ])('%s', (raw, fault) => {
    expect(routeTarget(raw)).toMatchObject({ fault })
  })
})

/** Pieces that parsers read differently, put together in any order. */
const pieces = fc.constantFrom(
  ...['/', '//', '.', '..', '%2e', '%2E', '%252e', '\\', '%5c', '%2f', '%2F', '%252f', ';', 'v1', '%76', '1', '%31'],
  ...['ping', 'keys', 'mcp', 'tool', 'x', '?', '#', '%00', '%zz'],
)

test('what goes to the pages is no API path for the WHATWG parser, however often it is decoded', () => {
  const targets = fc.array(pieces, { maxLength: 12 }).map((parts) => `/${parts.join('')}`)
  fc.assert(
    fc.property(targets, (raw) => {
      const routed = routeTarget(raw)
      if ('fault' in routed || 'location' in routed || routed.isApi) return
      for (let path = routed.target.split('?')[0] ?? '', round = 0; round < 3; round += 1) {
        const { pathname } = new URL(`http://host${path.replaceAll('#', '%23').replaceAll('?', '%3F')}`)
        expect(pathname).not.toMatch(/^\/+(v1|cron|badge|mcp)(\/|$)/)
        try {
          path = decodeURIComponent(pathname)
        } catch {
          return
        }
      }
    }),
    { seed: 10_003, numRuns: 3000 },
  )
})
