import { expect, type Page, test } from '@playwright/test'
import { ERRORS } from '../../lib/contract/errors'
import type { OperationContract } from '../../lib/contract/operation'
import { OPERATIONS } from '../../lib/contract/operations'
import { ADAPTERS, NEXT_URL, STANDALONE_URL } from '../adapters'
import { axeOf, complaintsOf, expectCallsToWork, violationsOf } from '../page-checks'

const contracts: OperationContract[] = Object.values(OPERATIONS)

/** The addresses a page requests from other origins. */
function foreignRequestsOf(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== STANDALONE_URL && protocol !== 'data:' && protocol !== 'blob:') foreign.push(request.url())
  })
  return foreign
}

const NAMES = Object.keys(OPERATIONS)

test.describe('the documentation', () => {
  test('is linked from every page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' })).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'API documentation' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Documentation')
  })

  test('begins with the set-up of clients, as tabs', async ({ page }) => {
    await page.goto('/docs')
    const tabs = page.locator('#mcp').getByRole('tab')
    await expect(tabs).toHaveText(['Claude Code', 'Cursor', 'VS Code', 'JSON'])
    await tabs.filter({ hasText: 'VS Code' }).click()
    await expect(page.locator('#mcp').getByRole('tabpanel')).toContainText(`${STANDALONE_URL}/mcp`)
  })

  test('has calls that work as they are', async ({ page }) => {
    await page.goto('/docs')
    for (const id of ['begin', 'search', 'route', 'health', 'score', 'alternatives'])
      await expectCallsToWork(page, `#${id} .code-block code`, 1)
  })

  test('sends a call from the reference, and shows its answer', async ({ page }) => {
    const foreign = foreignRequestsOf(page)
    const complaints = complaintsOf(page)
    await page.goto('/docs/reference/health')
    await page.getByText('Try it').click()
    await page.getByLabel('toolId').fill('garden/northwind/file-cabinet/read_file')
    await page.getByRole('button', { name: 'Send GET' }).click()
    await expect(page.getByRole('status')).toHaveText(/^200 /)
    await expect(page.getByRole('region', { name: 'Body of the answer' })).toContainText('staleAfter')
    await expect(page.getByRole('region', { name: 'Headers of the answer' })).toContainText('etag:')
    await page.waitForLoadState('networkidle')
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })

  test('shows a refusal too, as text', async ({ page }) => {
    await page.goto('/docs/reference/ingest')
    await page.getByText('Try it').click()
    await page.getByRole('textbox', { name: 'Body' }).fill('<b>{')
    await page.getByRole('button', { name: 'Send POST' }).click()
    await expect(page.getByRole('status')).toHaveText(/^400 /)
    await expect(page.getByRole('region', { name: 'Body of the answer' })).toContainText('malformed_json')
  })

  test('of every call fits a narrow window, and everything folded up is accessible', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(`/docs/reference/${NAMES.at(-1)}`)
    await page.evaluate(() => {
      for (const details of document.querySelectorAll('details')) details.open = true
    })
    expect(await violationsOf(axeOf(page))).toEqual([])
    // All pages of calls have the same head, so that only the body is replaced.
    const widths = await page.evaluate(
      (names) =>
        Promise.all(
          names.map(async (name) => {
            const html = await (await fetch(`/docs/reference/${name}`)).text()
            document.body = new DOMParser().parseFromString(html, 'text/html').body as HTMLBodyElement
            for (const details of document.querySelectorAll('details')) details.open = true
            return [name, document.querySelector('h1')?.textContent, document.documentElement.scrollWidth] as const
          }),
        ),
      NAMES,
    )
    const headings = new Set(widths.map(([, heading]) => heading))
    expect(headings.size).toBe(NAMES.length)
    expect(widths.filter(([, , width]) => width > 320)).toEqual([])
  })
})

test.describe('the documentation without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('has every call, every error code, keys, limits and how to verify', async ({ page }) => {
    await page.goto('/docs/reference')
    const listed = await page.getByRole('main').locator('li > a.font-mono:has(+ p)').allTextContents()
    expect(listed.sort()).toEqual(contracts.map(({ method, path }) => `${method} ${path}`).sort())
    const text = await page.getByRole('main').innerText()
    expect(contracts.map(({ summary }) => summary).filter((summary) => !text.includes(summary))).toEqual([])
    await page.goto('/docs')
    const codes = await page.locator('#errors tbody a').allTextContents()
    expect(codes).toEqual(Object.keys(ERRORS))
    await expect(page.locator('#limits table').first()).toContainText('Without a key')
    await expect(page.locator('#verify')).toContainText(`${STANDALONE_URL}/.well-known/jwks.json`)
    await expect(page.locator('#mcp').getByRole('heading', { name: 'JSON' })).toBeVisible()
    await expect(page.locator('#badges')).toContainText('.svg')
    for (const link of await page.locator('#feeds a[href^="/v1"]').all()) {
      expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
    }
    await page.goto('/problems')
    const ids = await page.locator('[id]').evaluateAll((all) => all.map(({ id }) => id))
    expect(ids.filter((id) => codes.includes(id))).toEqual(codes)
  })

  test('has the parameters, the answer and the errors of a call', async ({ page }) => {
    await page.goto('/docs/reference/search')
    await expect(page.getByRole('table', { name: 'Parameters' }).getByRole('rowheader').first()).toContainText('q')
    await expect(page.getByRole('table', { name: 'Members of the answer' })).toContainText('relevance')
    await expect(page.getByRole('table', { name: 'Errors of this call' })).toContainText('rate_limited')
    await expect(page.getByText('Try it')).toBeHidden()
  })
})

for (const { adapter, origin } of ADAPTERS) {
  test(`llms.txt of ${adapter} names every call, and its links work`, async ({ request }) => {
    const answer = await request.get(`${origin}/llms.txt`)
    expect(answer.status()).toBe(200)
    expect(answer.headers()['content-type']).toBe('text/markdown; charset=utf-8')
    const text = await answer.text()
    expect(text).toMatch(/^# Assay\n\n> \S/)
    for (const { method, path } of contracts) expect(text).toContain(`\`${method} ${path}\``)
    const places = [...text.matchAll(/\]\((http[^)]*)\)/g)].map(([, place = '']) => place)
    expect(places.length).toBeGreaterThan(8)
    for (const place of places) {
      expect(place.startsWith(`${origin}/`), place).toBe(true)
      // Two of the first calls name a tool of the reference servers, which only the standalone adapter runs; /mcp
      // answers POST.
      const wanted =
        place.includes('server-everything') && origin === NEXT_URL ? 404 : place.endsWith('/mcp') ? 405 : 200
      expect((await request.get(place)).status(), place).toBe(wanted)
    }
  })
}
