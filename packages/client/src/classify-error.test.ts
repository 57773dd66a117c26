import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import cases from './classify-error.cases.json' with { type: 'json' }
import { classifyError } from './classify-error.ts'
import { deadAddress, hang, startOracle } from './test-oracle.ts'

const withMembers = (members: object) => Object.assign(new Error('secret words, 401, ETIMEDOUT'), members)
class UnauthorizedError extends Error {}

describe('the class of an error', () => {
  const known: [members: object, errorClass: string][] = [
    ...(cases.known as [members: object, errorClass: string][]),
    [{ cause: withMembers({ code: 'ECONNREFUSED' }) }, 'network'],
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
