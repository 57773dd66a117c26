import { expect, test } from 'vitest'
import { ERRORS, type ErrorCode, Problem } from '../../lib/contract/errors'
import type { OperationContract } from '../../lib/contract/operation'
import { methodsAt, OPERATIONS, type OperationName } from '../../lib/contract/operations'
import {
  expectProblem,
  GOOD,
  NAMES,
  NEVER_ISSUED,
  newKey,
  pathWith,
  REGISTRY_NAME,
  sendGood,
  TOOL,
} from '../contract-requests'
import { rawRequest } from '../raw-request'
import cases from './refusals.cases.json' with { type: 'json' }
import { openService } from './test-service'

const origin = await openService()

const REFUSED: [string, ErrorCode, method?: string][] = [
  ...(cases.refused as [string, ErrorCode, method?: string][]),
  [`/v1/search?q=${'a'.repeat(10_001)}`, 'invalid_parameter'],
  [`/v1/route?task=${'a'.repeat(10_001)}`, 'invalid_parameter'],
  [`/v1/health/${'x'.repeat(513)}`, 'invalid_id'],
  [`/v1/health/${TOOL}`, 'method_not_allowed', 'DELETE'],
  [`/v0.1/servers/${REGISTRY_NAME}/versions/9.9.9`, 'unknown_version'],
  [`/v0.1/servers/${REGISTRY_NAME}`, 'unknown_path'],
]

/** Malformed ids, for every operation with an id in its path but badges, which show it in the picture instead. */
const WITH_ID = ['health', 'score', 'alternatives'] as const
const BAD_IDS: [what: string, id: string][] = [
  ['an empty segment', 'a%2F%2Fb'],
  ['a dot segment', 'a%2F..%2Fb'],
  ['a control character', 'a%07b'],
  ['a NUL', 'a%00b'],
  ['a bidirectional override', 'a%E2%80%AEb'],
  ['513 characters', 'x'.repeat(513)],
]
const SECRET = 'hunter22-of-nobody'

for (const [path, code, method = 'GET'] of REFUSED) {
  test(`${method} ${path.slice(0, 60)} is ${code}`, async () => {
    const answer = await rawRequest(origin, path, method)
    expect(answer.status).toBe(ERRORS[code].status)
    expect(answer.type).toBe('application/problem+json')
    const problem = JSON.parse(answer.body)
    expect(Problem.parse(problem)).toEqual(problem)
    expect(problem).toMatchObject({ code, status: ERRORS[code].status, instance: path.split('?')[0] })
  })
}

for (const name of NAMES) {
  const contract: OperationContract = OPERATIONS[name]

  test(`${name}: refuses every other method`, async () => {
    const here = methodsAt(contract.path)
    const others = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter((method) => !here.some((own) => own === method))
    for (const method of others) {
      const response = await sendGood(origin, name, { method, body: null, key: null })
      expect((await expectProblem(name, response, method)).code).toBe('method_not_allowed')
      expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining([...here, 'OPTIONS']))
    }
  })

  test(`${name}: refuses an unknown parameter`, async () => {
    const joint = GOOD[name].path.includes('?') ? '&' : '?'
    const response = await sendGood(origin, name, { path: `${GOOD[name].path}${joint}${SECRET}=1` })
    const problem = await expectProblem(name, response)
    expect(problem.code).toBe('unknown_parameter')
    expect(problem.detail).not.toContain(SECRET)
  })

  // An operation without limits reads no key: operation.test.ts.
  if (contract.admission === 'none') continue
  test(`${name}: refuses invalid keys`, async () => {
    const revoked = await newKey(origin)
    expect((await sendGood(origin, 'revokeKey', { key: revoked })).status).toBe(204)
    const other = await newKey(origin)
    const refused: [what: string, headers: Record<string, string>, code: ErrorCode][] = [
      ['mistyped', { authorization: `Bearer ${other.slice(0, -1)}` }, 'mistyped_key'],
      ['with another checksum', { 'x-api-key': other.slice(0, -6) + revoked.slice(-6) }, 'mistyped_key'],
      ['of another service', { authorization: `Bearer ${SECRET}` }, 'mistyped_key'],
      ['two', { authorization: `Bearer ${other}`, 'x-api-key': revoked }, 'mistyped_key'],
      ['revoked', { authorization: `Bearer ${revoked}` }, 'revoked_key'],
      ['never issued', { 'x-api-key': NEVER_ISSUED }, 'revoked_key'],
    ]
    for (const [what, headers, code] of refused) {
      const response = await sendGood(origin, name, { headers, key: null })
      expect(response.headers.get('www-authenticate'), what).toContain('Bearer')
      const problem = await expectProblem(name, response, what)
      expect(problem.code, what).toBe(code)
      for (const sent of Object.values(headers)) expect(JSON.stringify(problem)).not.toContain(sent.slice(-20))
    }
  })

  if (contract.key !== 'required') continue
  test(`${name}: refuses a call without a key`, async () => {
    for (const headers of [{}, { authorization: 'Basic YTpi' }, { authorization: 'Bearer' }]) {
      const response = await sendGood(origin, name, { key: null, headers })
      expect((await expectProblem(name, response)).code).toBe('key_required')
    }
  })
}

for (const name of WITH_ID) {
  test(`${name}: refuses malformed and unknown ids`, async () => {
    for (const [what, id] of BAD_IDS) {
      const response = await sendGood(origin, name, { path: pathWith(name, id) })
      expect((await expectProblem(name, response, what)).code, what).toBe('invalid_id')
    }
    const unknown = await sendGood(origin, name, { path: pathWith(name, `${SECRET}/such/tool`) })
    expect((await expectProblem(name, unknown)).code).toBe('unknown_tool')
  })
}

for (const name of ['badge', 'badgeEndpoint'] as const satisfies OperationName[]) {
  test(`${name}: an unknown or malformed id has a grey badge`, async () => {
    for (const id of ['no/such/tool', 'a%2F%2Fb', 'a%07b']) {
      const response = await sendGood(origin, name, { path: pathWith(name, id) })
      expect(response.status, id).toBe(200)
      expect(await response.text()).toContain('unknown tool')
    }
  })
}
