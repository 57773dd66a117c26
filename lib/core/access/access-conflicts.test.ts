import { expect, test } from 'vitest'
import { accessConflicts, type DeclaredAccess, schemeOf } from './access-conflicts'
import type { SignIn } from './sign-in'

const SERVER = {
  issuer: 'https://a.example',
  metadata: null,
  registration: [],
  grantTypes: [],
  pkceMethods: [],
  scopes: [],
}
const OAUTH = { authorizationServers: [SERVER] as SignIn['authorizationServers'] } as SignIn
const BASIC = { authorizationServers: [] as SignIn['authorizationServers'] } as SignIn
const declared = (access: DeclaredAccess['access'], scheme: DeclaredAccess['scheme'] = null) => ({ access, scheme })

test.each([
  ['auth', null, declared('open'), ['declared_open']],
  ['paid', null, declared('open'), ['declared_open']],
  ['open', null, declared('auth'), ['declared_closed']],
  ['auth', OAUTH, declared('auth', 'apiKey'), ['declared_api_key']],
  ['auth', BASIC, declared('auth', 'apiKey'), []],
  ['auth', OAUTH, declared('auth', 'oauth'), []],
  ['auth', OAUTH, declared('unknown'), []],
  ['open', null, declared('open'), []],
  [null, null, declared('open', 'apiKey'), []],
] as const)('observed %s: %#', (observed, signIn, catalog, codes) => {
  expect(accessConflicts(observed, signIn, catalog).map(({ code }) => code)).toEqual(codes)
})

test('the scheme is observed before declared', () => {
  expect(schemeOf(OAUTH, 'apiKey')).toBe('oauth')
  expect(schemeOf(BASIC, 'apiKey')).toBe('apiKey')
  expect(schemeOf(null, null)).toBeNull()
})
