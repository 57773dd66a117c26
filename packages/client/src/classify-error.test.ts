import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { classifyError } from './classify-error.ts'
import { deadAddress, hang, startOracle } from './test-oracle.ts'

const withMembers = (members: object) => Object.assign(new Error('secret words, 401, ETIMEDOUT'), members)
class UnauthorizedError extends Error {}

describe('the class of an error', () => {
  const known: [members: object, errorClass: string][] = [
    [{ status: 401 }, 'auth'],
    [{ status: 402 }, 'auth'],
    [{ statusCode: 403 }, 'auth'],
    [{ response: { status: 429 } }, 'rate_limit'],
    [{ status: 404 }, 'not_found'],
    [{ status: 410 }, 'not_found'],
    [{ status: 400 }, 'schema'],
    [{ status: 422 }, 'schema'],
    [{ status: 408 }, 'timeout'],
    [{ status: 504 }, 'timeout'],
    [{ status: 500 }, 'server'],
    [{ status: 599 }, 'server'],
    [{ status: 502 }, 'unavailable'],
    [{ status: 503 }, 'unavailable'],
    [{ code: 503 }, 'unavailable'],
    [{ code: 'ECONNREFUSED' }, 'network'],
    [{ code: 'ECONNRESET' }, 'network'],
    [{ code: 'ENOTFOUND' }, 'network'],
    [{ code: 'EAI_AGAIN' }, 'network'],
    [{ code: 'UND_ERR_SOCKET' }, 'network'],
    [{ code: 'CERT_HAS_EXPIRED' }, 'network'],
    [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' }, 'network'],
    [{ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }, 'network'],
    [{ code: 'CONNECTION_CLOSED' }, 'network'],
    [{ code: 'ETIMEDOUT' }, 'timeout'],
    [{ code: 'UND_ERR_HEADERS_TIMEOUT' }, 'timeout'],
    [{ code: 'REQUEST_TIMEOUT' }, 'timeout'],
    [{ name: 'TimeoutError' }, 'timeout'],
    [{ name: 'UnauthorizedError' }, 'auth'],
    [{ name: 'McpError', code: -32001 }, 'timeout'],
    [{ name: 'McpError', code: -32602 }, 'schema'],
    [{ name: 'McpError', code: -32601 }, 'not_found'],
    [{ code: 'INVALID_RESULT' }, 'schema'],
    [{ cause: withMembers({ code: 'ECONNREFUSED' }) }, 'network'],
    [{ cause: { cause: { status: 503 } } }, 'unavailable'],
    [{ name: 'AbortError' }, 'cancelled'],
    [{ code: 'ERR_CANCELED' }, 'cancelled'],
  ]
  it.each(known)('with %j is %s', (members, errorClass) => {
    expect(classifyError(withMembers(members))).toBe(errorClass)
  })

  const unknown: unknown[] = [
    withMembers({}),
    new TypeError('fetch failed: ECONNREFUSED'),
    new ReferenceError('x'),
    withMembers({ status: '401' }),
    withMembers({ status: 200 }),
    withMembers({ status: 418 }),
    withMembers({ code: 'ENOENT' }),
    withMembers({ code: -32603 }),
    withMembers({ code: -32000 }),
    withMembers({ name: 'constructor' }),
    withMembers({ message: '503', data: { status: 503 }, body: { code: 'ETIMEDOUT' } }),
    'ETIMEDOUT',
    404,
    null,
    undefined,
    Object.create(null),
    new Proxy({}, { get: () => expect.fail('thrown by a getter') }),
  ]
  it.each(unknown.map((error, index) => [index, error]))('is unknown without a clear sign (%i)', (_, error) => {
    expect(classifyError(error)).toBeUndefined()
  })

  it('ends where causes are circular', () => {
    const error = withMembers({})
    error.cause = error
    expect(classifyError(error)).toBeUndefined()
  })

  it('is known from the name of its constructor', () => {
    expect(classifyError(new UnauthorizedError())).toBe('auth')
  })
})

describe('real errors', () => {
  const caught = async (work: () => unknown) => {
    try {
      await work()
    } catch (error) {
      return error
    }
    return expect.fail('nothing was thrown')
  }

  it('of fetch are classified', async () => {
    const oracle = await startOracle(hang)
    const refused = await deadAddress()
    expect(classifyError(await caught(() => fetch(refused)))).toBe('network')
    expect(classifyError(await caught(() => fetch(oracle.baseUrl, { signal: AbortSignal.timeout(20) })))).toBe(
      'timeout',
    )
    expect(classifyError(await caught(() => fetch(oracle.baseUrl, { signal: AbortSignal.abort() })))).toBe('cancelled')
    const dropping = await startOracle((response) => void response.destroy())
    expect(classifyError(await caught(() => fetch(dropping.baseUrl)))).toBe('network')
  })

  it('of a socket and of a schema are classified', async () => {
    const { port, hostname } = new URL(await deadAddress())
    const error = await new Promise((resolve) => connect(Number(port), hostname).once('error', resolve))
    expect(classifyError(error)).toBe('network')
    expect(classifyError(await caught(() => z.object({ a: z.string() }).parse({})))).toBe('schema')
  })
})
