import { describe, expect, test } from 'vitest'
import { openApiDocument } from '../lib/contract/openapi'
import { openResponseCheck, type ResponseCheck } from './check-response'
import type { Document, FuzzRequest } from './requests'
import { describeRequests } from './test-requests'

describeRequests(200)

describe('the check of an answer can fail', () => {
  const check: ResponseCheck = openResponseCheck(openApiDocument('https://assay.example') as unknown as Document)
  const ping: FuzzRequest = {
    operation: 'ping',
    path: '/v1/ping',
    method: 'GET',
    target: '/v1/ping',
    headers: {},
    body: null,
    address: '',
  }
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store' }
  const problemHeaders = { ...headers, 'content-type': 'application/problem+json' }
  const problem = (code: string, status: number, more = {}) =>
    JSON.stringify({ type: `/problems#${code}`, title: 't', status, detail: 'd', code, instance: '/v1/ping', ...more })

  test.each([
    [200, headers, '{"ok":true}', undefined],
    [200, headers, '{"ok":"yes"}', 'the schema of the document refuses it'],
    [200, headers, '{"ok":true,"more":1}', 'the schema of the document refuses it'],
    [200, { 'content-type': 'application/json' }, '{"ok":true}', 'the header Cache-Control is missing'],
    [200, { ...headers, 'content-type': 'text/html' }, '{"ok":true}', 'the media type text/html is not described'],
    [418, headers, '{"ok":true}', 'status 418 is not described'],
    [500, problemHeaders, problem('internal', 500), undefined],
    [500, problemHeaders, problem('not_ready', 503), 'the status of not_ready is 500'],
    [500, problemHeaders, problem('no_such_code', 500), 'the schema of the document refuses it'],
    [400, problemHeaders, problem('malformed_json', 400), 'the code malformed_json is not of this operation'],
    [429, problemHeaders, problem('rate_limited', 429), 'the header Retry-After is missing'],
  ])('%i %j %s', (status, given, text, fault) => {
    const faults = check(ping, { status, headers: given, text })
    if (fault === undefined) expect(faults).toEqual([])
    else expect(faults.join('; ')).toContain(fault)
  })
})
