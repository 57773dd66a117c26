import { expect, test } from '@playwright/test'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { ERRORS, type ErrorCode, Problem } from '../lib/contract/errors'
import { OPERATIONS, type OperationName } from '../lib/contract/operations'
import { idToPath } from '../lib/core/catalog/subject-id'
import { NEXT_URL, STANDALONE_URL } from './doors'
import { rawRequest } from './raw-request'

const DOORS = [
  { door: 'standalone', origin: STANDALONE_URL },
  { door: 'next start', origin: NEXT_URL },
]

const TOOL = 'garden/northwind/file-cabinet/read_file'
const ODD_IDS = [
  'garden/northwind/file-cabinet',
  'garden/cabinet-of/curious names/Search Documents',
  'garden/cabinet-of/curious names/get.v2.items',
  'garden/cabinet-of/curious names/...',
  'garden/cabinet-of/curious names/100%_sure',
  'garden/cabinet-of/curious names/already%2Fescaped',
  'garden/observatory/night-sky/events/meteors/next',
  'garden/図書館/検索/貸出状況/確認',
  'garden/maktaba/translator/ترجمة_النص',
  'garden/trickster/markup/</script><script>alert(1)</script>',
  'apis/public/river-levels',
]

/** One good request of every operation. */
const GOOD: Record<OperationName, string> = {
  ping: '/v1/ping',
  search: '/v1/search?q=read%20a%20file',
  route:
    '/v1/route?task=read%20a%20file%20and%20then%20convert%20currencies&exclude=harbour/a,harbour/b&exclude=harbour/c',
  health: `/v1/health/${TOOL}`,
  score: `/v1/score/${TOOL}?explain=1`,
  alternatives: `/v1/alternatives/${TOOL}`,
  breakages: '/v1/breakages',
  report: '/v1/report',
  categories: '/v1/categories',
  category: '/v1/categories/files',
  jwks: '/.well-known/jwks.json',
  openapi: '/openapi.json',
}

const REFUSED: [string, ErrorCode, method?: string][] = [
  ['/v1/search', 'invalid_parameter'],
  ['/v1/search?q=', 'invalid_parameter'],
  ['/v1/search?q=a&limit=x', 'invalid_parameter'],
  ['/v1/search?q=a&more=1', 'unknown_parameter'],
  ['/v1/search?q=%20%09', 'invalid_parameter'],
  ['/v1/search?q=a&q=b', 'invalid_parameter'],
  ['/v1/search?q=a&limit=0', 'invalid_parameter'],
  ['/v1/search?q=a&limit=101', 'invalid_parameter'],
  [`/v1/search?q=${'a'.repeat(10_001)}`, 'invalid_parameter'],
  ['/v1/route', 'invalid_parameter'],
  ['/v1/route?task=', 'invalid_parameter'],
  ['/v1/route?task=%20', 'invalid_parameter'],
  ['/v1/route?task=a&task=b', 'invalid_parameter'],
  ['/v1/route?task=a&limit=0', 'invalid_parameter'],
  ['/v1/route?task=a&limit=21', 'invalid_parameter'],
  ['/v1/route?task=a&access=closed', 'invalid_parameter'],
  ['/v1/route?task=a&exclude=a%2F%2Fb', 'invalid_parameter'],
  ['/v1/route?task=a&minScore=101', 'invalid_parameter'],
  ['/v1/route?task=a&q=b', 'unknown_parameter'],
  [`/v1/route?task=${'a'.repeat(10_001)}`, 'invalid_parameter'],
  ['/v1/health/no/such/tool', 'unknown_tool'],
  ['/v1/score/no/such/tool', 'unknown_tool'],
  ['/v1/alternatives/no/such/tool', 'unknown_tool'],
  ['/v1/health/a%2F%2Fb', 'invalid_id'],
  ['/v1/health/a%2F..%2Fb', 'invalid_id'],
  ['/v1/health/a%07b', 'invalid_id'],
  [`/v1/health/${'x'.repeat(513)}`, 'invalid_id'],
  ['/v1/categories/no-such-slug', 'unknown_category'],
  ['/v1/categories/files?page=0', 'invalid_parameter'],
  ['/v1/categories/files?page=999', 'invalid_parameter'],
  ['/v1/nothing', 'unknown_path'],
  ['/v1', 'unknown_path'],
  ['/v1/health', 'unknown_path'],
  ['/v1/ping', 'method_not_allowed', 'POST'],
  [`/v1/health/${TOOL}`, 'method_not_allowed', 'DELETE'],
  ['/v1/search?q=a', 'method_not_allowed', 'PUT'],
  ['/v1/route?task=a', 'method_not_allowed', 'POST'],
  ['/openapi.json', 'method_not_allowed', 'PATCH'],
  ['/cron/probe', 'unauthorized'],
  ['/cron/no-such-job', 'unauthorized'],
  ['/cron/probe', 'method_not_allowed', 'POST'],
]

/** What people and programs really send; none of it is anybody's fault. */
const ODD_TEXTS: [name: string, text: string][] = [
  ['ten thousand characters', 'read a file '.repeat(833).padEnd(10_000, 'x')],
  ['only stop words', 'the of and to a'],
  ['only punctuation', '?! … -- ;'],
  ['emoji', '🌦️📨'],
  ['Chinese', '查询天气，然后发送邮件'],
  ['Russian', 'прочитать файл, а затем отправить письмо'],
  ['Arabic', 'اقرأ الملف ثم أرسله'],
  ['a NUL and a bidirectional override', 'read\u0000 a\u202e file'],
  ['half a surrogate pair', 'read \ud83c'],
  ['the words of a query language', "'; DROP TABLE subjects; -- & | ! ( ) :*"],
  ['a numbered list', '1. read a file 2. convert a currency 3. look at the stars'],
]
const WITHOUT_WORDS = ['only punctuation', 'emoji']

for (const { door, origin } of DOORS) {
  test.describe(`the contract at ${door}`, () => {
    for (const [name, path] of Object.entries(GOOD) as [OperationName, string][]) {
      test(`${name} answers what the contract promises, and nothing else`, async () => {
        const response = await fetch(origin + path)
        expect(response.status).toBe(200)
        expect(response.headers.get('content-type')).toBe('application/json')
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
        const body = await response.json()
        expect(OPERATIONS[name].output.parse(body)).toEqual(body)
      })

      test(`${name} answers HEAD, OPTIONS and a repeated question`, async () => {
        const get = await fetch(origin + path)
        const head = await fetch(origin + path, { method: 'HEAD' })
        expect(head.status).toBe(200)
        expect(await head.text()).toBe('')
        expect((await fetch(origin + path, { method: 'OPTIONS' })).status).toBe(204)
        const etag = get.headers.get('etag')
        expect(etag === null).toBe(OPERATIONS[name].cache === null)
      })
    }

    for (const id of ODD_IDS) {
      test(`the id ${id} resolves with its slashes raw and escaped`, async () => {
        for (const path of [idToPath(id), encodeURIComponent(id)]) {
          for (const operation of ['health', 'score', 'alternatives'] as const) {
            const response = await fetch(`${origin}/v1/${operation}/${path}`)
            expect(response.status, `${operation} ${path}`).toBe(200)
            if (operation !== 'alternatives') expect((await response.json()).toolId).toBe(id)
          }
        }
      })
    }

    for (const [path, code, method = 'GET'] of REFUSED) {
      test(`${method} ${path.slice(0, 60)} is refused as ${code}`, async () => {
        const answer = await rawRequest(origin, path, method)
        expect(answer.status).toBe(ERRORS[code].status)
        expect(answer.type).toBe('application/problem+json')
        const problem = JSON.parse(answer.body)
        expect(Problem.parse(problem)).toEqual(problem)
        expect(problem).toMatchObject({ code, status: ERRORS[code].status })
      })
    }

    for (const [name, text] of ODD_TEXTS) {
      test(`${name} can be searched and routed`, async () => {
        const given = encodeURIComponent(text.toWellFormed())
        const search = await fetch(`${origin}/v1/search?q=${given}`)
        expect(search.status).toBe(200)
        const found = OPERATIONS.search.output.parse(await search.json())
        const routed = await fetch(`${origin}/v1/route?task=${given}`)
        expect(routed.status).toBe(200)
        const route = OPERATIONS.route.output.parse(await routed.json())
        expect(route.recommendation === 'no_confident_match').toBe(route.chosen === null)
        if (!WITHOUT_WORDS.includes(name)) return
        expect(found.results).toEqual([])
        expect(route).toEqual({ chosen: null, fallbacks: [], recommendation: 'no_confident_match', confidence: 0 })
      })
    }

    test('what is routed to keeps what was asked for, and its fallbacks stand apart', async () => {
      const task = encodeURIComponent('convert an amount of money from one currency to another')
      const ask = async (query: string) =>
        OPERATIONS.route.output.parse(await (await fetch(`${origin}/v1/route?task=${task}&limit=20${query}`)).json())
      const free = await ask('')
      expect(free.confidence).toBeGreaterThan(0)
      for (const { independent } of free.chosen === null ? [] : free.fallbacks)
        expect(independent).toMatchObject({ repository: true, backend: true })
      const first = free.chosen ?? free.fallbacks[0]
      const without = await ask(`&exclude=${encodeURIComponent(first?.server ?? '')}`)
      for (const entry of [without.chosen, ...without.fallbacks]) expect(entry?.server).not.toBe(first?.server)
      const readOnly = await ask('&readOnly=1')
      if (readOnly.chosen !== null) expect(readOnly.chosen.callHints.annotations?.readOnlyHint).toBe(true)
      const open = await ask('&access=open')
      for (const entry of [...(open.chosen === null ? [] : [open.chosen]), ...open.fallbacks])
        expect(entry.access).toBe('open')
      const nothing = await ask('&minScore=100&maxLatencyMs=1')
      expect(nothing).toMatchObject({ chosen: null, recommendation: 'no_confident_match', confidence: 0 })
    })

    test('an unknown tool of a known server has alternatives all the same', async () => {
      const response = await fetch(`${origin}/v1/alternatives/garden/northwind/file-cabinet/read_whole_file`)
      expect(response.status).toBe(200)
      const { alternatives } = OPERATIONS.alternatives.output.parse(await response.json())
      for (const { server } of alternatives) expect(server).not.toBe('garden/northwind/file-cabinet')
    })

    test('an unknown id is answered with the nearest known ones', async () => {
      const response = await fetch(`${origin}/v1/health/garden/northwind/file-cabinet/raed_file`)
      expect((await response.json()).nearest[0]).toBe(TOOL)
    })

    test('the attestation verifies with the served keys alone, and not when a letter changes', async () => {
      const keys = createLocalJWKSet(await (await fetch(`${origin}/.well-known/jwks.json`)).json())
      const { attestation, score, grade, verdict } = await (await fetch(`${origin}/v1/score/${TOOL}`)).json()
      const { payload, protectedHeader } = await jwtVerify(attestation, keys, {
        issuer: origin,
        subject: TOOL,
        typ: 'tool-reliability+jwt',
      })
      expect(protectedHeader.alg).toBe('EdDSA')
      expect(payload).toMatchObject({ score, grade, verdict })
      expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(86_400)
      const [head, claims, signature] = attestation.split('.')
      const forged = Buffer.from(JSON.stringify({ ...payload, score: 100 })).toString('base64url')
      await expect(jwtVerify(`${head}.${forged}.${signature}`, keys)).rejects.toThrow()
      expect(claims).not.toBe(forged)
    })

    test('a category is paged: the pages together hold every tool once, ranked throughout', async () => {
      const first = await (await fetch(`${origin}/v1/categories/files`)).json()
      expect(first.pages).toBeGreaterThan(1)
      const rows = [...first.rows]
      for (let page = 2; page <= first.pages; page += 1)
        rows.push(...(await (await fetch(`${origin}/v1/categories/files?page=${page}`)).json()).rows)
      expect(rows.map((row) => row.rank)).toEqual(rows.map((_, index) => index + 1))
      expect(new Set(rows.map((row) => row.toolId)).size).toBe(first.tracked)
    })

    test('alternatives never share the repository, and the forks of one are not offered', async () => {
      const ids = async (id: string) =>
        (await (await fetch(`${origin}/v1/alternatives/${id}`)).json()).alternatives.map(
          (entry: { toolId: string }) => entry.toolId,
        )
      const offered = await ids('garden/florin/rates/convert_currency')
      expect(offered).toContain('garden/penny/exchange/convert_currency')
      expect(offered).not.toContain('harbour/florin/rates-fork/convert_currency')
    })
  })
}

test.describe('raw targets', () => {
  for (const target of [
    '/v1//ping',
    '/v1/health/a//b',
    '/v1/health/a/../b',
    '/v1/health/%2e%2e/b',
    '/v1/health/a/.',
    '/v1/health/a%zz',
    '/v1/health/a%ff',
    '/v1/%zz',
    '/v1/ping/',
  ]) {
    test(`the standalone door answers ${target} with a 400 problem`, async () => {
      const answer = await rawRequest(STANDALONE_URL, target)
      expect(answer).toMatchObject({ status: 400, type: 'application/problem+json' })
      expect(JSON.parse(answer.body).code).toBe('invalid_path')
    })
  }

  // What Next answers before any handler of ours; on a Next host it is Next's own.
  test('Next itself redirects // and trailing slashes, folds dot segments and fails on escapes that are not valid', async () => {
    expect(await rawRequest(NEXT_URL, '/v1//ping')).toMatchObject({ status: 308, location: '/v1/ping' })
    expect(await rawRequest(NEXT_URL, '/v1/ping/')).toMatchObject({ status: 308, location: '/v1/ping' })
    const folded = await rawRequest(NEXT_URL, '/v1/health/a/../b')
    expect(JSON.parse(folded.body)).toMatchObject({ code: 'unknown_tool', instance: '/v1/health/b' })
    expect((await rawRequest(NEXT_URL, '/v1/health/a%zz')).status).toBeGreaterThanOrEqual(400)
  })
})
