import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { score } from '../../../../lib/api/operations/score'
import { openAttester } from '../../../../lib/api/signing/attester'
import { openTestContext } from '../../../../lib/api/test-context'
import { onlyKey } from '../../../../lib/api/test-keys'
import { ScoreAnswer } from '../../../../lib/contract/shapes/score'
import { refreshUsage } from '../../../../lib/jobs/assess/refresh-usage'
import { recordOutcomes } from '../../../../lib/store/outcomes/outcomes'
import { reporters } from '../../../../lib/store/outcomes/usage-schema'
import { recordBreakingChanges } from '../../../../lib/store/ratings/tool-facts'
import { testServer, testTool } from '../../../../lib/store/test-catalog'
import { signingKeyFromSeed } from '../attestation.ts'
import { HOUR_MS } from '../duration.ts'
import { at, probes } from '../state/test-observations.ts'
import { jwksOf } from '../test-attestations.ts'
import { verifyScore } from './score.ts'

const TOOL = 'v1/publisher-7/server/tool 3'
const SECONDS = 48 * 3600
const now = at(SECONDS)
const key = signingKeyFromSeed(new Uint8Array(32).fill(9))
const jwks = JSON.stringify(jwksOf([key]))
let folder = ''
let answer = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-verify-'))
  const catalog = [testServer('v1/publisher-7/server', { tools: [testTool('tool 3')] })]
  const { context, watched, close } = await openTestContext(catalog, now)
  const steady = probes(0, 80)
  await watched('v1/publisher-7/server', [...steady, ...probes(80 * 900, 6, 'timed_out'), ...probes(86 * 900, 107)])
  for (const [index, corroborated] of [120, 130, 5].entries()) {
    const keyedSince = new Date(now.getTime() - 50 * 24 * HOUR_MS)
    const [row] = await context.db.insert(reporters).values({ keyedSince, corroborated }).returning()
    const counts = { successes: 40 + index, transportFailures: 3, callerFailures: 2, otherFailures: 1 }
    const hour = Math.floor(now.getTime() / HOUR_MS) - 30 - index
    await recordOutcomes(context.db, [{ subjectId: TOOL, reporterKey: row?.key ?? -1, hour, ...counts }], now)
  }
  await recordBreakingChanges(context.db, [TOOL], at(SECONDS / 3))
  await refreshUsage(context.db, () => now)
  const attester = openAttester(onlyKey(key), 'https://assay.example')
  answer = JSON.stringify(await score({ toolId: TOOL, explain: true }, { ...context, attester }))
  await close()
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function verifyFiles(answerText: string, jwksText = jwks, when = now, toolId: string | null = TOOL) {
  const [answerFile, jwksFile] = [join(folder, 'answer.json'), join(folder, 'jwks.json')]
  await writeFile(answerFile, answerText)
  await writeFile(jwksFile, jwksText)
  return run(['--answer', answerFile, '--jwks', jwksFile, ...(toolId === null ? [] : [toolId])], when)
}

async function run(args: string[], when = now) {
  const lines: string[] = []
  const print = (line: string) => lines.push(line)
  const code = await verifyScore(args, { print, warn: print, now: () => when })
  return { code, text: lines.join('\n') }
}

describe('a consistent answer', () => {
  test('agrees in every value, and is printed', async () => {
    expect(ScoreAnswer.parse(JSON.parse(answer)).components).toHaveLength(6)
    const { code, text } = await verifyFiles(answer)
    expect(text).toContain('Everything agrees.')
    expect(text).toMatch(/usage +0 .*Trusted reporters: 2/)
    expect(text).toMatch(/schema +0 .*Breaking changes/)
    expect(code).toBe(0)
    expect((await verifyFiles(answer, jwks, now, null)).code).toBe(0)
  })

  test('agrees with its members in any order and spacing', async () => {
    const reversed = Object.fromEntries(Object.entries(JSON.parse(answer)).reverse())
    expect((await verifyFiles(JSON.stringify(reversed, null, 2))).code).toBe(0)
  })

  test('is fetched from a service', async () => {
    const requested: string[] = []
    const server = createServer((request, response) => {
      requested.push(request.url ?? '')
      response.end(request.url?.startsWith('/v1/') === true ? answer : jwks)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      expect((await run([base, TOOL])).code).toBe(0)
      expect(requested).toEqual(['/v1/score/v1/publisher-7/server/tool%203?explain=1', '/.well-known/jwks.json'])
    } finally {
      server.close()
    }
  })
})

describe('an inconsistent answer', () => {
  test('has any one digit changed', async () => {
    // Recommendation and reasons are not part of the signed rating: like those of health they are made at the moment of
    // the answer.
    const { recommendation, reasons } = JSON.parse(answer)
    const unsigned = [recommendation, reasons].map((value) => {
      const text = JSON.stringify(value)
      return { from: answer.indexOf(text), to: answer.indexOf(text) + text.length }
    })
    const isSigned = (index: number) => !unsigned.some(({ from, to }) => index >= from && index < to)
    const digits = [...answer.matchAll(/\d/g)].map(({ index }) => index).filter(isSigned)
    expect(digits.length).toBeGreaterThan(300)
    for (const index of digits) {
      const digit = Number(answer[index])
      // A number must not begin with 0, or the answer is not JSON.
      const changed = `${answer.slice(0, index)}${digit === 9 ? 1 : digit + 1}${answer.slice(index + 1)}`
      const { code, text } = await verifyFiles(changed, jwks, now, null)
      expect({ code, near: answer.slice(index - 40, index + 10), text: code === 1 ? '' : text }).toMatchObject({
        code: 1,
      })
    }
  })

  test('has any one character of its attestation changed', async () => {
    const { attestation } = JSON.parse(answer)
    const from = answer.indexOf(attestation)
    for (let index = from; index < from + attestation.length; index += 1) {
      const other = answer[index] === 'A' ? 'B' : 'A'
      const { code } = await verifyFiles(`${answer.slice(0, index)}${other}${answer.slice(index + 1)}`)
      expect({ code, index }).toEqual({ code: 1, index })
    }
  })

  test.each([
    ['a better score with its grade', { score: 99.9, grade: 'A' }],
    ['another verdict', { verdict: 'degraded' }],
    ['another moment', { asOf: null }],
    ['another formula', { formula: 'assay-1' }],
    ['a changed table', { table: [] }],
    ['changed thresholds', { thresholds: { A: 10, B: 5, C: 4, D: 3, F: 0 } }],
    ['missing components', { components: [] }],
    ['no attestation', { attestation: null }],
  ])('has %s', async (_, change) => {
    expect((await verifyFiles(JSON.stringify({ ...JSON.parse(answer), ...change }))).code).toBe(1)
  })

  test('has an input too many or too few', async () => {
    const parsed = JSON.parse(answer)
    const inputs = { ...parsed.inputs, credits: 5 }
    expect((await verifyFiles(JSON.stringify({ ...parsed, inputs }))).code).toBe(1)
    const { looks: _, ...fewer } = parsed.inputs
    expect((await verifyFiles(JSON.stringify({ ...parsed, inputs: fewer }))).code).toBe(1)
  })

  test('is about another tool, expired, or signed by an unpublished key', async () => {
    expect((await verifyFiles(answer, jwks, now, 'v1/publisher-7/server')).code).toBe(1)
    const late = await verifyFiles(answer, jwks, new Date(now.getTime() + 25 * HOUR_MS))
    expect(late.code).toBe(1)
    expect(late.text).toContain('expired')
    const others = JSON.stringify(jwksOf([signingKeyFromSeed(new Uint8Array(32).fill(8))]))
    expect((await verifyFiles(answer, others)).code).toBe(1)
    expect((await verifyFiles(answer, '{"keys":[null,7,{"kid":1}]}')).code).toBe(1)
  })
})

describe('what cannot be verified', () => {
  test('no explanation, no JSON, no files, no arguments', async () => {
    const { components: _, ...unexplained } = JSON.parse(answer)
    for (const text of [JSON.stringify(unexplained), '<html>', '[]', 'null', '']) {
      expect((await verifyFiles(text)).code).toBe(2)
    }
    expect((await verifyFiles(answer, '[]')).code).toBe(2)
    expect((await run(['--answer', join(folder, 'absent'), '--jwks', join(folder, 'absent')])).code).toBe(2)
    for (const args of [[], ['http://127.0.0.1:1'], ['no url', 'a/b'], ['--answer', 'x'], ['--what']]) {
      expect((await run(args)).code).toBe(2)
    }
  })

  test('a formula this version does not know, rightly signed', async () => {
    const parsed = JSON.parse(answer)
    const facts = { verdict: parsed.verdict, score: parsed.score, grade: parsed.grade, asOf: parsed.asOf }
    const later = { ...facts, formula: 'assay-99' }
    const attester = openAttester(onlyKey(key), 'https://assay.example')
    const { jws: attestation } = await attester.attest(TOOL, later, now, () => ({}))
    const { code, text } = await verifyFiles(JSON.stringify({ ...parsed, ...later, attestation }))
    expect({ code, text }).toMatchObject({ code: 2, text: expect.stringContaining('assay-99') })
  })

  test('a server that is unreachable, answers with an error, sends too much, or sends terminal escapes', async () => {
    let body = ''
    let status = 200
    const server = createServer((_, response) => response.writeHead(status).end(body))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    try {
      body = ' '.repeat(1_000_001)
      expect((await run([base, TOOL])).code).toBe(2)
      body = '\u001b]0;owned\u0007\u001b[31m{'
      const { code, text } = await run([base, TOOL])
      expect(code).toBe(2)
      expect([...text].some((character) => character < ' ' && character !== '\n')).toBe(false)
      status = 404
      expect(await run([base, TOOL])).toMatchObject({ code: 2, text: expect.stringContaining('404') })
    } finally {
      await new Promise((resolve) => server.close(resolve))
    }
    expect((await run([base, TOOL])).code).toBe(2)
  })

  test('control characters of an answer are not printed', async () => {
    const evil = '\u001b[2J\u202eevil'
    const { code, text } = await verifyFiles(JSON.stringify({ ...JSON.parse(answer), verdict: evil, grade: evil }))
    expect(code).toBe(1)
    expect(text).not.toMatch(/\p{Cc}(?<!\n)|\u202e/u)
  })
})
