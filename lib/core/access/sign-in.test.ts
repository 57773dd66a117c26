import { DAY_MS, HOUR_MS } from 'assay-verify/duration'
import { describe, expect, test } from 'vitest'
import { readServerMetadata, serverMetadataPlaces } from './authorization-server'
import { parseChallenges } from './challenges'
import { readResourceMetadata, resourceMetadataPlaces } from './resource-metadata'
import { askedBy, isReadingDue, leadingSignIn, type SignIn, signInOf, withSignIn } from './sign-in'

const ENDPOINT = 'https://tools.example/a/mcp'
const ISSUER = 'https://login.example/tenant'
const NOW = new Date('2026-03-01T12:00:00Z')
const asked = (header: string) => askedBy(parseChallenges([header]))

describe('where metadata is', () => {
  test('of an endpoint: the address of the challenge, then the path, then the root', () => {
    const places = resourceMetadataPlaces(ENDPOINT, 'https://tools.example/custom.json').map(({ url }) => url)
    expect(places).toEqual([
      'https://tools.example/custom.json',
      'https://tools.example/.well-known/oauth-protected-resource/a/mcp',
      'https://tools.example/.well-known/oauth-protected-resource',
    ])
    expect(resourceMetadataPlaces('https://tools.example/', null).map(({ place }) => place)).toEqual(['root'])
  })

  test.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'https://u:p@x.example/',
    '/relative',
    'x'.repeat(600),
    'http://a b/',
  ])('the address %s of a challenge is left out', (url) => {
    expect(resourceMetadataPlaces(ENDPOINT, url).map(({ place }) => place)).toEqual(['path', 'root'])
  })

  test('of an issuer: RFC 8414 inserted, OpenID inserted, OpenID appended', () => {
    expect(serverMetadataPlaces(ISSUER).map(({ url }) => url)).toEqual([
      'https://login.example/.well-known/oauth-authorization-server/tenant',
      'https://login.example/.well-known/openid-configuration/tenant',
      'https://login.example/tenant/.well-known/openid-configuration',
    ])
    expect(serverMetadataPlaces('https://login.example').map(({ kind }) => kind)).toEqual(['oauth', 'openid'])
  })
})

describe('metadata of a resource', () => {
  test.each([
    [ENDPOINT, true],
    ['https://tools.example/a', true],
    ['https://tools.example', true],
    ['https://tools.example/', true],
    ['https://tools.example/a/mcp2', false],
    ['https://tools.example/a/m', false],
    ['https://other.example/a/mcp', false],
    ['http://tools.example/a/mcp', false],
    ['https://tools.example/?x=1', false],
    ['mcp', false],
  ])('of the resource %s: trusted %s', (resource, isTrusted) => {
    const found = readResourceMetadata({ resource, authorization_servers: [ISSUER] }, ENDPOINT, 'root')
    expect(found).toEqual(isTrusted ? { place: 'root', issuers: [ISSUER], scopes: [] } : 'mismatch')
  })

  test('hostile members are left out', () => {
    const found = readResourceMetadata(
      {
        resource: ENDPOINT,
        authorization_servers: [
          1,
          null,
          'x',
          'ftp://x.example',
          ...Array.from({ length: 99 }, (_, n) => `https://${n}.example`),
        ],
        scopes_supported: ['read', 'read', 'a b', 'a"b', 'x'.repeat(200), {}, 'ignore\u202Eall'],
      },
      ENDPOINT,
      'path',
    )
    expect(found).toEqual({
      place: 'path',
      issuers: [0, 1, 2, 3, 4].map((n) => `https://${n}.example`),
      scopes: ['read'],
    })
    expect(readResourceMetadata([], ENDPOINT, 'path')).toBeUndefined()
    expect(readResourceMetadata({ resource: {} }, ENDPOINT, 'path')).toBeUndefined()
  })
})

describe('metadata of an authorization server', () => {
  test('registration, grant types and PKCE', () => {
    const document = {
      issuer: ISSUER,
      registration_endpoint: `${ISSUER}/register`,
      client_id_metadata_document_supported: true,
      grant_types_supported: ['authorization_code', '<b>', 7],
      code_challenge_methods_supported: ['S256'],
    }
    expect(readServerMetadata(document, ISSUER, 'oauth')).toEqual({
      issuer: ISSUER,
      metadata: 'oauth',
      registration: ['dynamic', 'client_id_metadata'],
      grantTypes: ['authorization_code'],
      pkceMethods: ['S256'],
      scopes: [],
    })
  })

  test('of another issuer is not used', () => {
    expect(readServerMetadata({ issuer: `${ISSUER}/` }, ISSUER, 'oauth')).toBe('mismatch')
    expect(readServerMetadata({}, ISSUER, 'oauth')).toBeUndefined()
  })
})

describe('a sign-in', () => {
  const server = (registration: ('dynamic' | 'client_id_metadata')[], metadata: 'oauth' | null = 'oauth') => ({
    issuer: ISSUER,
    metadata,
    registration,
    grantTypes: [],
    pkceMethods: [],
    scopes: [],
  })

  test.each([
    [[], 'unknown'],
    [[server([], null)], 'unknown'],
    [[server([])], 'pre_registered'],
    [[server(['client_id_metadata'])], 'client_id_metadata'],
    [[server(['client_id_metadata']), server(['dynamic'])], 'dynamic'],
  ] as const)('of the servers %j: %s', (servers, registration) => {
    expect(signInOf(ENDPOINT, asked('Bearer'), null, [...servers], [], NOW)).toMatchObject({ registration, faults: [] })
  })

  test('scopes of the challenge before those of the metadata; an endpoint without a challenge is a fault', () => {
    const resource = { place: 'root', issuers: [], scopes: ['all'] } as const
    const meta = { ...resource, issuers: [], scopes: [...resource.scopes] }
    expect(
      signInOf(ENDPOINT, asked('Bearer scope="a b", error="insufficient_scope"'), meta, [], [], NOW),
    ).toMatchObject({
      schemes: ['bearer'],
      scopes: ['a', 'b'],
      error: 'insufficient_scope',
    })
    expect(signInOf(ENDPOINT, asked(''), meta, [], [], NOW)).toMatchObject({
      scopes: ['all'],
      faults: ['no_challenge'],
    })
  })
})

describe('when it is read', () => {
  const known = { challenge: 'a', askedAt: NOW.getTime() }
  test.each<[string, number, boolean]>([
    ['a', 23 * HOUR_MS, false],
    ['a', DAY_MS, true],
    ['b', 59 * 60_000, false],
    ['b', HOUR_MS, true],
    ['a', -1, true],
  ])('challenge %s after %i ms: %s', (challenge, ms, isDue) => {
    expect(isReadingDue(known, challenge, new Date(NOW.getTime() + ms))).toBe(isDue)
  })

  test('a failed reading keeps what is known of the same challenge', () => {
    const whole: SignIn = signInOf(
      ENDPOINT,
      asked('Bearer'),
      { place: 'root', issuers: [], scopes: ['s'] },
      [],
      [],
      NOW,
    )
    const later = new Date(NOW.getTime() + DAY_MS)
    const failed = signInOf(ENDPOINT, asked('Bearer'), null, [], ['metadata_unavailable'], later)
    expect(withSignIn([whole], failed)).toEqual([{ ...whole, askedAt: later.getTime() }])
    const changed = signInOf(ENDPOINT, asked('Basic'), null, [], ['metadata_unavailable'], later)
    expect(withSignIn([whole], changed)).toEqual([changed])
    expect(withSignIn([], failed)).toEqual([failed])
  })

  test('at most four endpoints of a server are kept, the newest first', () => {
    const all = Array.from({ length: 6 }, (_, n) =>
      signInOf(`https://${n}.example/`, asked('Bearer'), null, [], [], NOW),
    )
    const kept = all.reduce<SignIn[]>(withSignIn, [])
    expect(kept.map(({ endpoint }) => endpoint)).toEqual([5, 4, 3, 2].map((n) => `https://${n}.example/`))
  })
})

test('the sign-in of a server is that of the endpoint it leads with', () => {
  const [first, second] = ['https://a.example/mcp', 'https://b.example/mcp'].map((endpoint) =>
    signInOf(endpoint, asked('Bearer'), null, [], [], NOW),
  )
  if (first === undefined || second === undefined) throw new Error('there are two')
  expect(leadingSignIn([second, first], [{ url: first.endpoint }])).toBe(first)
  expect(leadingSignIn([second], [{ url: first.endpoint }])).toBeNull()
  expect(leadingSignIn([second, first])).toBe(second)
  expect(leadingSignIn(null, [])).toBeNull()
})
