import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { STANDALONE_URL } from './adapters'
import { type BuiltClient, buildClient, serveClient } from './built-client'
import { eventsOf, newKey, TOOL } from './contract-requests'

declare global {
  interface Window {
    assay: typeof import('assay-client/client') & typeof import('assay-client/verifier')
  }
}

const LONG_MS = 3_600_000

let built: BuiltClient
test.beforeAll(async () => {
  built = await buildClient()
})
test.afterAll(() => built.remove())

const origin = STANDALONE_URL

test.describe('the client library', () => {
  // One after another in one worker, as they share a build.
  test.describe.configure({ mode: 'default' })

  test('works as a package in a process of its own, and does not keep it alive', async () => {
    const program = join(built.folder, 'program.mjs')
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
