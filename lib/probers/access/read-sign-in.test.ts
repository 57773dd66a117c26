import { describe, expect, test } from 'vitest'
import { type Incoming, type Responder, result, scripted, sendJson, silence, status } from '../test-mcp'
import { probe, serve } from '../test-servers'

const RESOURCE = '/.well-known/oauth-protected-resource'
const SERVER = '/.well-known/oauth-authorization-server'

/** An endpoint that asks for credentials; `documents` by path, from the origin. */
async function asking(
  challenge: string | string[] | null,
  documents: (origin: string) => Record<string, Responder | object>,
  code = 401,
) {
  const server = await scripted({
    GET: (message: Incoming, response, request) => {
      const found = documents(`http://${message.headers.host}`)[message.path]
      if (typeof found === 'function') (found as Responder)(message, response, request)
      else if (found === undefined) response.writeHead(404).end()
      else sendJson(response, 200, found)
    },
    else: (message, response) => {
      const given =
        typeof challenge === 'string' ? challenge.replaceAll('ORIGIN', `http://${message.headers.host}`) : challenge
      response.writeHead(code, given === null ? {} : { 'www-authenticate': given as string }).end()
    },
  })
  return { ...server, read: () => server.seen.filter(({ method }) => method === 'GET').map(({ path }) => path) }
}

const resource = (origin: string, more: object = {}) => ({
  resource: `${origin}/mcp`,
  authorization_servers: [origin],
  scopes_supported: ['tools'],
  ...more,
})
const dynamic = (origin: string, more: object = {}) => ({
  issuer: origin,
  registration_endpoint: `${origin}/register`,
  ...more,
})

describe('how to sign in', () => {
  test('by the metadata that the challenge names', async () => {
    const server = await asking(
      'Bearer error="invalid_token", scope="mcp:basic", resource_metadata="ORIGIN/custom.json"',
      (origin) => ({
        '/custom.json': resource(origin),
        [SERVER]: dynamic(origin, { code_challenge_methods_supported: ['S256'] }),
      }),
    )
    const found = await probe(server.url)
    expect(found).toMatchObject({
      reason: 'credentials_required',
      httpStatus: 401,
      signIn: {
        endpoint: server.url,
        schemes: ['bearer'],
        error: 'invalid_token',
        resourceMetadata: 'header',
        registration: 'dynamic',
        scopes: ['mcp:basic'],
        faults: [],
        authorizationServers: [{ metadata: 'oauth', registration: ['dynamic'], pkceMethods: ['S256'] }],
      },
    })
    expect(server.read()).toEqual(['/custom.json', SERVER])
    expect(server.seen.every(({ httpMethod, path }) => httpMethod === 'GET' || path === '/mcp')).toBe(true)
  })

  test('by the well-known address of the path, then of the root; without a challenge', async () => {
    const atPath = await asking('Bearer', (origin) => ({
      [`${RESOURCE}/mcp`]: resource(origin),
      [SERVER]: dynamic(origin),
    }))
    expect((await probe(atPath.url)).signIn).toMatchObject({ resourceMetadata: 'path', registration: 'dynamic' })
    const atRoot = await asking(null, (origin) => ({ [RESOURCE]: { resource: origin } }), 403)
    const found = await probe(atRoot.url)
    expect(found).toMatchObject({
      reason: 'forbidden',
      signIn: { resourceMetadata: 'root', registration: 'unknown', faults: ['no_challenge'] },
    })
    expect(atRoot.read()).toEqual([`${RESOURCE}/mcp`, RESOURCE])
  })

  test('by OpenID Discovery, appended to the path of the issuer', async () => {
    const server = await asking('Bearer', (origin) => ({
      [RESOURCE]: resource(origin, { authorization_servers: [`${origin}/tenant`] }),
      '/tenant/.well-known/openid-configuration': {
        issuer: `${origin}/tenant`,
        client_id_metadata_document_supported: true,
      },
    }))
    expect((await probe(server.url)).signIn).toMatchObject({
      registration: 'client_id_metadata',
      authorizationServers: [{ metadata: 'openid' }],
    })
  })

  test('at a server of 2025-03-26, which is its own authorization server', async () => {
    const server = await asking('Bearer', (origin) => ({ [SERVER]: dynamic(origin) }))
    expect((await probe(server.url)).signIn).toMatchObject({ resourceMetadata: null, registration: 'dynamic' })
  })

  test('is read of a listing that is refused, too', async () => {
    const server = await scripted({
      'server/discover': result({ supportedVersions: ['2026-07-28'], capabilities: { tools: {} } }),
      else: status(401, { 'www-authenticate': 'Basic realm="x"' }),
    })
    expect(await probe(server.url)).toMatchObject({ reason: 'credentials_required', signIn: { schemes: ['basic'] } })
  })

  test('is not read where nothing is refused', async () => {
    const server = await scripted({ else: status(429, { 'www-authenticate': 'Bearer' }) })
    expect((await probe(server.url)).signIn).toBeUndefined()
    expect(server.seen).toHaveLength(1)
  })
})

describe('metadata that must not be trusted', () => {
  test('of another resource', async () => {
    const server = await asking('Bearer', (origin) => ({
      [RESOURCE]: { resource: 'https://bank.example/mcp', authorization_servers: [origin] },
    }))
    expect((await probe(server.url)).signIn).toMatchObject({
      resourceMetadata: null,
      registration: 'unknown',
      authorizationServers: [],
      faults: ['resource_mismatch'],
    })
  })

  test('of another issuer', async () => {
    const server = await asking('Bearer', (origin) => ({
      [RESOURCE]: resource(origin),
      [SERVER]: dynamic('https://login.example'),
    }))
    expect((await probe(server.url)).signIn).toMatchObject({
      registration: 'unknown',
      authorizationServers: [{ metadata: null }],
      faults: ['issuer_mismatch'],
    })
  })

  test('at addresses that are not public: nothing is dialled', async () => {
    let dialled = 0
    const inside = await serve((_, response) => {
      dialled += 1
      response.end('{}')
    })
    const named = await asking(`Bearer resource_metadata="${inside}/x"`, (origin) => ({
      [RESOURCE]: resource(origin, { authorization_servers: [inside, 'http://169.254.169.254', 'http://localhost:1'] }),
    }))
    expect((await probe(named.url)).signIn).toMatchObject({
      resourceMetadata: 'root',
      authorizationServers: [],
      faults: ['not_public'],
    })
    const moved = await asking('Bearer', () => ({
      [`${RESOURCE}/mcp`]: status(302, { location: `${inside}/y` }),
      [RESOURCE]: status(302, { location: 'http://169.254.169.254/latest/meta-data' }),
    }))
    expect((await probe(moved.url)).signIn).toMatchObject({ resourceMetadata: null, faults: ['not_public'] })
    expect(dialled).toBe(0)
  })
})

describe('hostile metadata changes neither the reason nor the time of a probe', () => {
  const endless: Responder = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const send = () => {
      while (response.write(' '.repeat(65_536)));
    }
    response.on('drain', send)
    send()
  }
  test.each<[string, Responder | object, string[]]>([
    ['a loop of redirects', status(302, { location: RESOURCE }), ['metadata_unavailable']],
    [
      '100 MB',
      (_, response) => response.writeHead(200, { 'content-length': '100000000' }).write('{'),
      ['metadata_unavailable'],
    ],
    ['an endless document', endless, ['metadata_unavailable']],
    ['an error', status(503), ['metadata_unavailable']],
    ['a web page', status(200, { 'content-type': 'text/html' }, '<html>'), []],
    ['an array', [1, 2], []],
    ['deep nesting', status(200, {}, '['.repeat(60_000)), []],
    ['silence', silence, ['metadata_unavailable']],
  ])('%s', async (_, document, faults) => {
    const server = await asking('Bearer', () => ({ [`${RESOURCE}/mcp`]: document, [RESOURCE]: document }))
    const found = await probe(server.url, { deadlineMs: 1_500 })
    expect(found).toMatchObject({
      reason: 'credentials_required',
      httpStatus: 401,
      signIn: { registration: 'unknown', faults },
    })
    expect(found.observation.latencyMs).toEqual(expect.any(Number))
  })

  test.each([
    ['10 kB', `Bearer realm="${'x'.repeat(10_000)}"`],
    ['a quote without an end', 'Bearer realm="x, resource_metadata="ORIGIN/x'],
    ['a thousand challenges', Array.from({ length: 1000 }, (_, n) => `S${n}`).join(', ')],
  ])('a challenge of %s', async (_, challenge) => {
    const server = await asking(challenge, () => ({}))
    const found = await probe(server.url)
    expect(found).toMatchObject({ reason: 'credentials_required', signIn: { registration: 'unknown' } })
    expect(found.signIn?.schemes.length).toBeLessThan(9)
  })

  test('many authorization servers take nine requests at most', async () => {
    const server = await asking('Bearer', (origin) => ({
      [RESOURCE]: resource(origin, { authorization_servers: Array.from({ length: 50 }, (_, n) => `${origin}/${n}`) }),
    }))
    expect((await probe(server.url)).signIn?.authorizationServers).toHaveLength(5)
    expect(server.read()).toHaveLength(9)
  })
})

describe('an operator that refuses probes', () => {
  test('by the header of a 403: opted out, asked again in a day, nothing further is read', async () => {
    const server = await scripted({
      else: status(403, { 'tool-reliability': 'x, No-Probe', 'www-authenticate': 'Bearer' }),
    })
    const found = await probe(server.url)
    expect(found).toMatchObject({ reason: 'opted_out', httpStatus: 403, retryAfterMs: 86_400_000 })
    expect(found.signIn).toBeUndefined()
    expect(server.seen).toHaveLength(1)
  })

  test.each([
    [401, 'no-probe', 'credentials_required'],
    [403, 'no-probes', 'forbidden'],
  ])('%i with the header %s: %s', async (code, value, reason) => {
    const server = await scripted({ else: status(code, { 'tool-reliability': value }) })
    expect(await probe(server.url)).toMatchObject({ reason })
  })
})
