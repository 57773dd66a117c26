import { afterEach, describe, expect, it, vi } from 'vitest'
import { createClient } from './client.ts'
import type { ClientOptions } from './options.ts'
import { createVerifier } from './verifier.ts'

const baseUrl = 'https://assay.example'

describe('the options of a client', () => {
  afterEach(() => vi.unstubAllGlobals())

  const wrong: [given: unknown, message: RegExp][] = [
    [undefined, /needs options/],
    [null, /needs options/],
    [{}, /^baseUrl must be an absolute http\(s\) address$/],
    [{ baseUrl: 'assay.example' }, /^baseUrl must be an absolute/],
    [{ baseUrl: '/v1' }, /^baseUrl must be an absolute/],
    [{ baseUrl: 'ftp://assay.example' }, /^baseUrl must be an http\(s\) address$/],
    [{ baseUrl: 'https://a:b@assay.example' }, /^baseUrl must hold no user/],
    [{ baseUrl: 'https://assay.example/?a=b' }, /^baseUrl must hold no user, query/],
    [{ baseUrl, timeout: 1 }, /^"timeout" is not an option; there are baseUrl, key,/],
    [{ baseUrl, timeoutMs: '5' }, /^timeoutMs must be a whole number from 1 to 60000$/],
    [{ baseUrl, timeoutMs: Number.NaN }, /^timeoutMs/],
    [{ baseUrl, batchSize: 0 }, /^batchSize must be a whole number from 1 to 1000$/],
    [{ baseUrl, batchSize: 1001 }, /^batchSize/],
    [{ baseUrl, queueSize: 1.5 }, /^queueSize/],
    [{ baseUrl, fetch: 'fetch' }, /^fetch must be a function$/],
    [{ baseUrl, key: '' }, /^key must be a text without spaces/],
  ]
  it.each(wrong)('%j is refused with a reason', (given, message) => {
    const create = () => createClient(given as ClientOptions)
    expect(create).toThrow(TypeError)
    expect(create).toThrow(message)
  })

  it('the message about a refused key does not have the key', () => {
    expect(() => createClient({ baseUrl, key: 'se cret' })).toThrow(/^(?!.*cret)/)
  })

  it('a platform without fetch is refused', () => {
    vi.stubGlobal('fetch', undefined)
    expect(() => createClient({ baseUrl })).toThrow(/has no fetch/)
  })

  it('a base address may have a path and a trailing slash', async () => {
    const requested: string[] = []
    const fetch = async (url: string) => {
      requested.push(url)
      return new Response('{}')
    }
    await createClient({ baseUrl: 'https://example.org/assay/', fetch }).check('a/b')
    await createClient({ baseUrl: new URL('https://example.org'), fetch }).check('a/b c')
    expect(requested).toEqual(['https://example.org/assay/v1/health/a/b', 'https://example.org/v1/health/a/b%20c'])
  })

  it('a function is needed to wrap, and a key set or its address to verify', () => {
    const client = createClient({ baseUrl })
    expect(() => client.wrap('a/b', undefined as never)).toThrow('wrap needs a function')
    expect(() => createVerifier({} as never)).toThrow(/needs a key set/)
    expect(() => createVerifier('jwks.json')).toThrow(/^jwksUrl must be an absolute/)
    expect(() => createVerifier(`${baseUrl}/jwks`, { timeoutMs: 0 })).toThrow(/^timeoutMs/)
  })
})
