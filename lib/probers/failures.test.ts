import { describe, expect, test } from 'vitest'
import {
  AddressRefused,
  NameNotResolved,
  NotHttp,
  ResolverUnreachable,
  ResponseTooLarge,
  TooManyRedirects,
  UnknownEncoding,
} from '../safe-fetch/errors'
import { DeadlinePassed, isBrokenConnection, toProbeFailure } from './failures'
import { StepTimedOut } from './mcp/mcp-transport'
import { ProbeFailure } from './prober'

function withCode(code: string, cause?: unknown): Error {
  return Object.assign(new Error('its text says nothing', { cause }), { code })
}

describe('the reason of an error', () => {
  test.each<[string, Error, string]>([
    ['a refused address', new AddressRefused('not_http'), 'address_refused'],
    ['an unknown name', new NameNotResolved({ cause: withCode('ETIMEOUT') }), 'dns_failed'],
    ['no name server', new ResolverUnreachable({ cause: withCode('ECONNREFUSED') }), 'connectivity_lost'],
    ['a name the system does not know', withCode('ENOTFOUND'), 'dns_failed'],
    ['too large an answer', new ResponseTooLarge(200), 'answer_too_large'],
    ['too large a head', withCode('UND_ERR_HEADERS_OVERFLOW'), 'answer_too_large'],
    ['an unknown encoding', new UnknownEncoding(200), 'not_the_protocol'],
    ['too many redirects', new TooManyRedirects(302), 'not_the_protocol'],
    ['no HTTP', new NotHttp({ cause: new Error('x') }), 'not_the_protocol'],
    ['a body that cannot be decompressed', withCode('Z_DATA_ERROR'), 'not_the_protocol'],
    ['a body that is not brotli', withCode('ERR__ERROR_FORMAT_PADDING_2'), 'not_the_protocol'],
    ['a refused connection', withCode('ECONNREFUSED'), 'connect_failed'],
    ['a reset', withCode('ECONNRESET'), 'connect_failed'],
    ['a closed socket', withCode('UND_ERR_SOCKET'), 'connect_failed'],
    ['a failed handshake', withCode('ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION'), 'connect_failed'],
    ['an expired certificate', withCode('CERT_HAS_EXPIRED'), 'certificate_invalid'],
    ['a certificate of another host', withCode('ERR_TLS_CERT_ALTNAME_INVALID'), 'certificate_invalid'],
    ['the deadline', new DeadlinePassed(), 'timed_out'],
    ['silence', new StepTimedOut(), 'timed_out'],
    ['a slow connection', withCode('UND_ERR_CONNECT_TIMEOUT'), 'timed_out'],
    ['no network', withCode('ENETUNREACH'), 'connectivity_lost'],
  ])('%s: %s', (_, error, reason) => {
    expect(toProbeFailure(error)).toMatchObject({ reason, cause: error })
    expect(toProbeFailure(new TypeError('fetch failed', { cause: error }))).toMatchObject({ reason })
  })

  test('a known status is kept', () => {
    expect(toProbeFailure(new ResponseTooLarge(503))?.httpStatus).toBe(503)
  })

  test('a ProbeFailure is passed on', () => {
    const failure = new ProbeFailure('forbidden', { httpStatus: 403 })
    expect(toProbeFailure(failure)).toBe(failure)
  })

  test('of several addresses, the failure of one outweighs a missing route to another', () => {
    const both = new AggregateError([withCode('ENETUNREACH'), withCode('ECONNREFUSED')], 'none of them')
    expect(toProbeFailure(Object.assign(both, { code: 'ENETUNREACH' }))).toMatchObject({ reason: 'connect_failed' })
    expect(toProbeFailure(new AggregateError([withCode('ENETUNREACH')], 'none of them'))).toMatchObject({
      reason: 'connectivity_lost',
    })
  })

  test.each([
    [new TypeError('x is not a function')],
    [new Error('ECONNREFUSED getaddrinfo certificate timeout')],
    [withCode('ERR_INVALID_ARG_TYPE')],
    [withCode('UND_ERR_INVALID_ARG')],
    [withCode('EMFILE')],
    ['a string'],
    [undefined],
    [{ code: 'ECONNREFUSED' }],
  ])('what has no code we know is a defect of ours: %s', (error) => {
    expect(toProbeFailure(error)).toBeNull()
  })

  test('a cycle of causes ends', () => {
    const circular = new Error('x')
    circular.cause = circular
    expect(toProbeFailure(circular)).toBeNull()
  })
})

test('a broken connection is recognised by its code', () => {
  expect(isBrokenConnection(new TypeError('x', { cause: withCode('UND_ERR_SOCKET') }))).toBe(true)
  expect(isBrokenConnection(withCode('ECONNREFUSED'))).toBe(false)
})
