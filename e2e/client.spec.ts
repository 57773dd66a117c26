import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { createClient } from 'assay-client/client'
import { createVerifier } from 'assay-client/verifier'
import { OPERATIONS } from '../lib/contract/operations'
import { ADAPTERS } from './adapters'
import { type BuiltClient, buildClient, serveClient } from './built-client'
import { newKey, TOOL } from './contract-requests'

declare global {
  interface Window {
    assay: typeof import('assay-client/client') & typeof import('assay-client/verifier')
  }
}

const ODD_TOOL = 'garden/cabinet-of/curious names/already%2Fescaped'
const LONG_MS = 3_600_000
const PATIENCE = { timeoutMs: 20_000 }

/** Events the service has counted for this key. */
async function eventsOf(origin: string, key: string): Promise<number> {
  const response = await fetch(`${origin}/v1/keys/me`, { headers: { authorization: `Bearer ${key}` } })
  expect(response.status).toBe(200)
  return OPERATIONS.showKey.output.parse(await response.json()).usage.events
}

let built: BuiltClient
test.beforeAll(async () => {
  built = await buildClient()
})
test.afterAll(() => built.remove())

for (const { adapter, origin } of ADAPTERS) {
  test.describe(`the client library at ${adapter}`, () => {
    test('checks what the service answers, and distinguishes an unknown tool from an unreachable service', async () => {
      const client = createClient({ baseUrl: origin, ...PATIENCE })
      for (const toolId of [TOOL, ODD_TOOL]) {
        expect(await client.check(toolId)).toMatchObject({ toolId, reachable: true, problem: null })
      }
      const health = await (await fetch(`${origin}/v1/health/${TOOL}`)).json()
      const { verdict, score, grade, recommendation, status } = health
      expect(await client.check(TOOL)).toMatchObject({ verdict, score, grade, recommendation, status })
      expect(await client.check('no/such/tool')).toMatchObject({
        verdict: 'unknown',
        recommendation: 'unknown',
        score: null,
        reachable: true,
        problem: 'unknown_tool',
      })
    })

    test('routes, and passes on the constraints', async () => {
      const client = createClient({ baseUrl: origin, ...PATIENCE })
      const routed = await client.route('convert an amount of money from one currency to another')
      expect(routed).toMatchObject({ reachable: true, problem: null })
      expect(routed.chosen?.callHints.timeoutMs).toBeGreaterThan(0)
      const without = await client.route('convert an amount of money from one currency to another', {
        exclude: [routed.chosen?.toolId ?? ''],
        readOnly: false,
        limit: 2,
      })
      expect(without.reachable).toBe(true)
      expect(without.fallbacks.length).toBeLessThanOrEqual(2)
      expect([without.chosen, ...without.fallbacks].map((found) => found?.toolId)).not.toContain(routed.chosen?.toolId)
      expect(await client.route('convert money', { minScore: 100, maxLatencyMs: 1 })).toMatchObject({
        chosen: null,
        recommendation: 'avoid',
        unavailable: expect.arrayContaining([
          expect.objectContaining({ reason: expect.objectContaining({ code: 'too_slow' }) }),
        ]),
        reachable: true,
      })
      expect(await client.route('convert money', { limit: 99 })).toMatchObject({
        chosen: null,
        reachable: true,
        problem: 'invalid_parameter',
      })
    })

    test('calls of wrapped functions are counted, and only once although an answer was lost', async () => {
      const key = await newKey(origin)
      let lost = 0
      const losing = async (url: string, init: RequestInit) => {
        const response = await fetch(url, init)
        if (lost > 0) return response
        lost += 1
        throw new TypeError('the connection broke on the way back')
      }
      const client = createClient({ baseUrl: origin, key, fetch: losing, flushIntervalMs: LONG_MS })
      const works = client.wrap(TOOL, async (path: string) => `text of ${path}`)
      const fails = client.wrap(ODD_TOOL, () => {
        throw Object.assign(new Error('of the tool'), { status: 503 })
      })
      const stray = client.wrap('garden/nobody/has/this', () => 1)
      expect(await works('a')).toBe('text of a')
      expect(fails).toThrow('of the tool')
      expect(stray()).toBe(1)
      expect(await client.close(30_000)).toBe(true)
      expect(lost).toBe(1)
      expect(client.stats()).toEqual({ pending: 0, accepted: 2, ignored: 1, dropped: 0, lastProblem: 'no_answer' })
      expect(await eventsOf(origin, key)).toBe(2)
    })

    test('verifies what the service signed, with its published keys alone', async () => {
      const { attestation } = await (await fetch(`${origin}/v1/score/${TOOL}`)).json()
      const verifier = createVerifier(`${origin}/.well-known/jwks.json`)
      const check = await verifier.verify(attestation)
      expect(check).toMatchObject({ ok: true, claims: { iss: origin, sub: TOOL } })
      const [head, , signature] = attestation.split('.')
      const forged = Buffer.from(JSON.stringify({ ...(check.ok ? check.claims : {}), score: 100 })).toString(
        'base64url',
      )
      expect(await verifier.verify(`${head}.${forged}.${signature}`)).toEqual({ ok: false, why: 'bad_signature' })
      expect(await verifier.verify(attestation, new Date(Date.now() + 2 * 86_400_000))).toEqual({
        ok: false,
        why: 'expired',
      })
    })

    test('works as a package in a process of its own, and does not keep it alive', async () => {
      const program = join(built.folder, `program-${adapter.replace(' ', '-')}.mjs`)
      await writeFile(
        program,
        `import { createClient } from 'assay-client'
         import { createVerifier } from 'assay-client/verifier'
         const [origin, tool] = process.argv.slice(2)
         const client = createClient({ baseUrl: origin, timeoutMs: 20_000, flushIntervalMs: ${LONG_MS} })
         const { verdict, reachable } = await client.check(tool)
         await client.wrap(tool, async () => 1)()
         const flushed = await client.flush()
         const { attestation } = await (await fetch(origin + '/v1/score/' + tool)).json()
         const { ok } = await createVerifier(origin + '/.well-known/jwks.json').verify(attestation)
         const unanswered = createClient({ baseUrl: 'http://127.0.0.1:9', flushIntervalMs: 1 })
         unanswered.wrap(tool, () => 1)()
         while (unanswered.stats().lastProblem === null) await new Promise(setImmediate)
         client.wrap(tool, () => 1)()
         console.log(JSON.stringify({ verdict, reachable, flushed, ok, pending: client.stats().pending }))`,
      )
      const given = [program, origin, TOOL]
      // The process ends by itself, although one client has an event waiting and the other a batch to retry.
      const { stdout } = await promisify(execFile)(process.execPath, given, { timeout: 45_000 })
      expect(JSON.parse(stdout)).toEqual({
        verdict: expect.any(String),
        reachable: true,
        flushed: true,
        ok: true,
        pending: 1,
      })
    })

    test('works in a page of another origin: check, route, wrap and verify', async ({ page }) => {
      const site = await serveClient(built)
      try {
        const key = await newKey(origin)
        const sent: Record<string, string>[] = []
        page.on('request', (request) => {
          if (request.url().startsWith(origin)) sent.push(request.headers())
        })
        await page.goto(site.url)
        await page.waitForFunction(() => window.assay !== undefined)
        const given = { origin, key, tool: TOOL }
        const results = await page.evaluate(async ({ origin, key, tool }) => {
          const { createClient, createVerifier } = window.assay
          const client = createClient({ baseUrl: origin, key, timeoutMs: 20_000 })
          const check = await client.check(tool)
          const route = await client.route('convert an amount of money from one currency to another')
          const sum = await client.wrap(tool, async (a: number, b: number) => a + b)(1, 2)
          const flushed = await client.flush()
          const { attestation } = await (await fetch(`${origin}/v1/score/${tool}`)).json()
          const verified = await createVerifier(`${origin}/.well-known/jwks.json`).verify(attestation)
          const dead = createClient({ baseUrl: 'http://127.0.0.1:9' })
          return { check, route, sum, flushed, verified, dead: await dead.check(tool), stats: client.stats() }
        }, given)
        expect(results).toMatchObject({
          check: { toolId: TOOL, reachable: true },
          route: { reachable: true },
          sum: 3,
          flushed: true,
          verified: { ok: true, claims: { sub: TOOL } },
          dead: { verdict: 'unknown', reachable: false, problem: 'no_answer' },
          stats: { pending: 0, accepted: 1, dropped: 0, lastProblem: null },
        })
        expect(await eventsOf(origin, key)).toBe(1)
        const ours = sent.filter(({ authorization }) => authorization === `Bearer ${key}`)
        expect(ours.length).toBeGreaterThanOrEqual(3)
        for (const { referer = '', cookie = '' } of ours) expect([referer, cookie]).toEqual(['', ''])
      } finally {
        site.close()
      }
    })

    test('sends its reports when the page is left', async ({ page }) => {
      const site = await serveClient(built)
      try {
        const key = await newKey(origin)
        await page.goto(site.url)
        await page.waitForFunction(() => window.assay !== undefined)
        await page.evaluate(
          async ({ origin, key, tool, flushIntervalMs }) => {
            const client = window.assay.createClient({ baseUrl: origin, key, flushIntervalMs })
            for (const _ of [1, 2, 3]) client.wrap(tool, () => 1)()
          },
          { origin, key, tool: TOOL, flushIntervalMs: LONG_MS },
        )
        expect(await eventsOf(origin, key)).toBe(0)
        await page.goto('about:blank')
        await expect.poll(() => eventsOf(origin, key)).toBe(3)
      } finally {
        site.close()
      }
    })
  })
}
