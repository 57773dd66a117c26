import { idToPath } from 'assay-verify/subject-id'
import { createLocalJWKSet, jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { OperationContract } from '../../lib/contract/operation'
import { OPERATIONS } from '../../lib/contract/operations'
import { GOOD, NAMES, sendGood, TOOL } from '../contract-requests'
import { rawRequest } from '../raw-request'
import cases from './contract.cases.json' with { type: 'json' }
import { openService } from './test-service'

const origin = await openService()

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

/** Unusual texts that people and programs really send. Each must get a normal answer. */
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

/** The limit that an answer shows, and the seconds of its window, by what a call is limited by. */
const POLICIES = {
  points: ['key(?:less|ed)', 60],
  free: ['free', 60],
  logFiles: ['log-files', 60],
  creation: ['creation', 3600],
  checks: ['checks', 3600],
} as const

for (const name of NAMES) {
  const contract: OperationContract = OPERATIONS[name]

  test(`${name} answers exactly what the contract describes`, async () => {
    const response = await sendGood(origin, name)
    expect(response.status).toBe(contract.status ?? 200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    if (contract.admission === 'none') {
      expect(response.headers.get('ratelimit')).toBeNull()
    } else {
      const [policy, seconds] = POLICIES[contract.limitedBy ?? 'points']
      expect(response.headers.get('ratelimit')).toMatch(new RegExp(`^"${policy}";r=\\d+;t=\\d+$`))
      expect(response.headers.get('ratelimit-policy')).toMatch(new RegExp(`^"${policy}";q=\\d+;w=${seconds}$`))
    }
    if (contract.status === 204) return expect(await response.text()).toBe('')
    expect(response.headers.get('content-type')).toBe(contract.mediaType ?? 'application/json')
    const body = contract.mediaType === undefined ? await response.json() : await response.text()
    expect(contract.output.parse(body)).toEqual(body)
    if (contract.document !== undefined) contract.document.parse(JSON.parse(body))
  })

  test(`${name} answers OPTIONS; where it is a GET also HEAD, with an ETag where answers are cached`, async () => {
    const { path } = GOOD[name]
    const options = await fetch(origin + path, { method: 'OPTIONS' })
    expect(options.status).toBe(204)
    expect(options.headers.get('access-control-allow-methods')).toContain(contract.method)
    if (contract.method !== 'GET') return
    const get = await sendGood(origin, name)
    const head = await sendGood(origin, name, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
    const etag = get.headers.get('etag')
    expect(etag === null).toBe(contract.cache === null)
  })
}

for (const id of ODD_IDS) {
  test(`the id ${id} resolves with raw and with escaped slashes`, async () => {
    for (const path of [idToPath(id), encodeURIComponent(id)]) {
      for (const operation of ['health', 'score', 'alternatives'] as const) {
        const response = await fetch(`${origin}/v1/${operation}/${path}`)
        expect(response.status, `${operation} ${path}`).toBe(200)
        if (operation !== 'alternatives') expect((await response.json()).toolId).toBe(id)
      }
    }
  })
}

for (const [name, text] of ODD_TEXTS) {
  test(`${name}: search and route answer`, async () => {
    const given = encodeURIComponent(text.toWellFormed())
    const search = await fetch(`${origin}/v1/search?q=${given}`)
    expect(search.status).toBe(200)
    const found = OPERATIONS.search.output.parse(await search.json())
    const routed = await fetch(`${origin}/v1/route?task=${given}`)
    expect(routed.status).toBe(200)
    const route = OPERATIONS.route.output.parse(await routed.json())
    expect(['no_confident_match', 'avoid'].includes(route.recommendation)).toBe(route.chosen === null)
    if (!WITHOUT_WORDS.includes(name)) return
    expect(found.results).toEqual([])
    const nothing = { chosen: null, fallbacks: [], candidates: [], unavailable: [], fit: 0, confidence: 0 }
    expect(route).toEqual({ ...nothing, recommendation: 'no_confident_match' })
  })
}

test('where nothing is confident, route offers at most five candidates, whose verdicts are those of health', async () => {
  const tasks = ['convert a river', 'the newest file of the stars', 'search', 'levels of money', 'book a bird']
  for (const task of tasks) {
    const read = async (more: string) =>
      OPERATIONS.route.output.parse(
        await (await fetch(`${origin}/v1/route?task=${encodeURIComponent(task)}${more}`)).json(),
      )
    const { candidates, fallbacks, recommendation } = await read('')
    if (recommendation !== 'no_confident_match') expect(candidates).toEqual([])
    else expect(fallbacks).toEqual([])
    expect((await read('&compact=1')).candidates).toEqual(candidates)
    for (const { toolId, verdict, recommendation: advised } of candidates) {
      const health = await (await fetch(`${origin}/v1/health/${idToPath(toolId)}`)).json()
      expect(health).toMatchObject({ verdict, recommendation: advised })
    }
  }
})

test('route keeps its constraints, and its fallbacks are independent', async () => {
  const task = encodeURIComponent('convert an amount of money from one currency to another')
  const route = async (query: string) =>
    OPERATIONS.route.output.parse(await (await fetch(`${origin}/v1/route?task=${task}&limit=20${query}`)).json())
  const free = await route('')
  expect(free.confidence).toBeGreaterThan(0)
  for (const { independent } of free.chosen === null ? [] : free.fallbacks)
    expect(independent).toMatchObject({ repository: true, backend: true })
  const first = free.chosen ?? free.candidates[0]
  const without = await route(`&exclude=${encodeURIComponent(first?.toolId ?? '')}`)
  for (const entry of [without.chosen, ...without.fallbacks, ...without.candidates])
    expect(entry?.toolId).not.toBe(first?.toolId)
  if (free.chosen !== null) {
    const { serverId } = free.chosen
    const elsewhere = await route(`&exclude=${encodeURIComponent(serverId ?? '')}`)
    for (const entry of [elsewhere.chosen, ...elsewhere.fallbacks]) expect(entry?.serverId).not.toBe(serverId)
  }
  const readOnly = await route('&readOnly=1')
  if (readOnly.chosen !== null) expect(readOnly.chosen.callHints.annotations?.readOnlyHint).toBe(true)
  const open = await route('&access=open')
  for (const entry of [...(open.chosen === null ? [] : [open.chosen]), ...open.fallbacks])
    expect(entry.access).toBe('open')
  const nothing = await route('&minScore=100&maxLatencyMs=1')
  expect(nothing).toMatchObject({
    chosen: null,
    recommendation: 'avoid',
    unavailable: expect.arrayContaining([
      expect.objectContaining({ reason: expect.objectContaining({ code: 'too_slow' }) }),
    ]),
  })
})

test('an unknown tool of a known server has alternatives too', async () => {
  const response = await fetch(`${origin}/v1/alternatives/garden/northwind/file-cabinet/read_whole_file`)
  expect(response.status).toBe(200)
  const { alternatives } = OPERATIONS.alternatives.output.parse(await response.json())
  for (const { serverId } of alternatives) expect(serverId).not.toBe('garden/northwind/file-cabinet')
})

test('the problem of an unknown id names the nearest known ones', async () => {
  const response = await fetch(`${origin}/v1/health/garden/northwind/file-cabinet/raed_file`)
  expect((await response.json()).nearest[0]).toBe(TOOL)
})

test('the attestation verifies with the served keys alone, and a forged one does not', async () => {
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

test('the pages of a category together list every tool once, and rank what is rated', async () => {
  const first = await (await fetch(`${origin}/v1/categories/files`)).json()
  expect(first.pages).toBeGreaterThan(1)
  const rows = [...first.rows]
  for (let page = 2; page <= first.pages; page += 1)
    rows.push(...(await (await fetch(`${origin}/v1/categories/files?page=${page}`)).json()).rows)
  const ranked = rows.filter((row) => row.rank !== null)
  expect(ranked.map((row) => row.rank)).toEqual(ranked.map((_, index) => index + 1))
  expect(ranked.length).toBeGreaterThan(0)
  expect(rows.filter((row) => row.rank === null).map((row) => row.status)).toEqual(
    rows.slice(ranked.length).map(() => 'unknown'),
  )
  expect(new Set(rows.map((row) => row.toolId)).size).toBe(first.tracked)
})

test('alternatives do not share the repository, and forks are not offered', async () => {
  const ids = async (id: string) =>
    (await (await fetch(`${origin}/v1/alternatives/${id}`)).json()).alternatives.map(
      (entry: { toolId: string }) => entry.toolId,
    )
  const offered = await ids('garden/florin/rates/convert_currency')
  expect(offered).toContain('garden/penny/exchange/convert_currency')
  expect(offered).not.toContain('harbour/florin/rates-fork/convert_currency')
})

test('the AI catalog is at its well-known address, and what it points at is there', async () => {
  const response = await fetch(`${origin}/.well-known/ai-catalog.json`)
  expect(response.headers.get('content-type')).toBe('application/ai-catalog+json')
  const { entries } = await response.json()
  for (const { url, trustManifests } of entries) {
    for (const { attestations } of trustManifests) {
      for (const { uri } of attestations) expect((await fetch(uri)).status, uri).toBe(200)
    }
    if (url !== undefined) expect((await fetch(url)).status, url).toBe(200)
  }
})

describe('raw targets', () => {
  for (const target of cases.rawTargets) {
    test(`${target} is a 400 problem`, async () => {
      const answer = await rawRequest(origin, target)
      expect(answer).toMatchObject({ status: 400, type: 'application/problem+json' })
      expect(JSON.parse(answer.body).code).toBe('invalid_path')
    })
  }

  test(`a slash at the end is a redirect to the path without it`, async () => {
    for (const [slashed, plain] of [
      ['/v1/ping/', '/v1/ping'],
      ['/v1/categories/files/', '/v1/categories/files'],
      ['/v1/categories/files/?page=1', '/v1/categories/files?page=1'],
    ] as const) {
      expect(await rawRequest(origin, slashed)).toMatchObject({ status: 308, location: plain })
    }
  })

  test(`a category is found in any spelling of its slug`, async () => {
    for (const slug of ['Files', 'FILES']) {
      const { status, body } = await rawRequest(origin, `/v1/categories/${slug}`)
      expect(status).toBe(200)
      expect(JSON.parse(body).slug).toBe('files')
    }
    expect(JSON.parse((await rawRequest(origin, '/v1/categories/filse')).body).nearest).toContain('files')
  })
})
