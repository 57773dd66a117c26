import { expect, type Page, test } from '@playwright/test'
import { ERRORS } from '../../lib/contract/errors'
import type { OperationContract } from '../../lib/contract/operation'
import { OPERATION_GROUPS } from '../../lib/contract/operation-groups'
import { OPERATIONS } from '../../lib/contract/operations'
import { ADAPTERS, NEXT_URL, STANDALONE_URL } from '../adapters'
import { ACCESSIBILITY_WITHIN_MS, axeOf, complaintsOf, expectCallsToWork, violationsOf } from '../page-checks'

const contracts: OperationContract[] = Object.values(OPERATIONS)

/** Rules the markup of Swagger UI breaks. It cannot be changed here; everything it shows is also on the page above it or in /openapi.json. */
const KNOWN_OF_SWAGGER = [
  'color-contrast',
  'landmark-main-is-top-level',
  'nested-interactive',
  'scrollable-region-focusable',
  'select-name',
]
/** Swagger UI has a second `main`, which this rule reports for the page's own `main` too. */
const SECOND_MAIN = 'landmark-no-duplicate-main'

async function openReference(page: Page): Promise<void> {
  await page.goto('/docs')
  await expect(page.locator('.opblock')).toHaveCount(contracts.length)
}

/** The addresses a page requests from other origins. */
function foreignRequestsOf(page: Page): string[] {
  const foreign: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== STANDALONE_URL && protocol !== 'data:' && protocol !== 'blob:') foreign.push(request.url())
  })
  return foreign
}

test.describe('the documentation', () => {
  test('is linked from every page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' })).toBeVisible()
    await expect(page.locator('#agents').getByRole('link', { name: 'All calls' })).toHaveAttribute('href', '/docs')
    await page.getByRole('contentinfo').getByRole('link', { name: 'API documentation' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API documentation')
  })

  test('begins with calls that work as they are', async ({ page }) => {
    await page.goto('/docs')
    await expectCallsToWork(page, '#begin code', 4)
  })

  test('shows every call in the reference, without requests to other hosts or console messages', async ({ page }) => {
    const foreign = foreignRequestsOf(page)
    const complaints = complaintsOf(page)
    await openReference(page)
    for (const { tag, operations } of OPERATION_GROUPS) {
      for (const name of Object.keys(operations)) await expect(page.locator(`#operations-${tag}-${name}`)).toBeVisible()
    }
    await page.waitForLoadState('networkidle')
    expect(foreign).toEqual([])
    expect(complaints).toEqual([])
  })

  test('sends a call from the page', async ({ page }) => {
    const foreign = foreignRequestsOf(page)
    await openReference(page)
    const call = page.locator('#operations-reads-health')
    await call.locator('.opblock-summary-control').click()
    await call.getByRole('button', { name: 'Try it out' }).click()
    await call.locator('input[placeholder="toolId"]').fill('garden/northwind/file-cabinet/read_file')
    await call.getByRole('button', { name: 'Execute' }).click()
    await expect(call.locator('.live-responses-table tbody .response-col_status')).toHaveText(/^200/)
    await expect(call.locator('.live-responses-table')).toContainText('staleAfter')
    expect(foreign).toEqual([])
  })

  test('fits a phone, also with a call open @phone', async ({ page }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await openReference(page)
    const widthOf = () => page.evaluate(() => document.documentElement.scrollWidth)
    expect(await widthOf()).toBeLessThanOrEqual(375)
    for (const name of ['reads-route', 'reporting-lookup', 'feeds-feed']) {
      await page.locator(`#operations-${name} .opblock-summary-control`).click()
      await expect(page.locator(`#operations-${name} .responses-wrapper`)).toBeVisible()
      expect(await widthOf(), name).toBeLessThanOrEqual(375)
    }
  })

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible in ${colorScheme}`, async ({ page }) => {
      test.setTimeout(ACCESSIBILITY_WITHIN_MS)
      await page.emulateMedia({ colorScheme })
      await openReference(page)
      await page.locator('#operations-reads-search .opblock-summary-control').click()
      await expect(page.locator('#operations-reads-search .responses-wrapper')).toBeVisible()
      const axe = () => axeOf(page).disableRules(SECOND_MAIN)
      expect(await violationsOf(axe().exclude('.swagger-ui'))).toEqual([])
      const found = await violationsOf(axe().include('.swagger-ui'))
      expect(found.filter((fault) => !KNOWN_OF_SWAGGER.some((id) => fault.startsWith(`${id}:`)))).toEqual([])
    })
  }
})

test.describe('the documentation without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('has every call, every error code, keys, limits and how to verify', async ({ page }) => {
    await page.goto('/docs')
    const listed = await page.locator('#calls li a').allTextContents()
    expect(listed.sort()).toEqual(contracts.map(({ method, path }) => `${method} ${path}`).sort())
    for (const { summary } of contracts) await expect(page.locator('#calls')).toContainText(summary)
    const codes = await page.locator('#errors tbody a').allTextContents()
    expect(codes).toEqual(Object.keys(ERRORS))
    await expect(page.locator('#limits table').first()).toContainText('Without a key')
    await expect(page.locator('#verify')).toContainText(`${STANDALONE_URL}/.well-known/jwks.json`)
    await expect(page.locator('#mcp')).toContainText(`${STANDALONE_URL}/mcp`)
    await expect(page.locator('#badges')).toContainText('.svg')
    for (const link of await page.locator('#feeds a').all()) {
      expect((await page.request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
    }
    await page.goto('/problems')
    for (const code of codes) await expect(page.locator(`#${code}`)).toHaveCount(1)
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
      // Two of the first calls name a tool of the reference servers, which only the standalone adapter runs; /mcp answers POST.
      const wanted =
        place.includes('server-everything') && origin === NEXT_URL ? 404 : place.endsWith('/mcp') ? 405 : 200
      expect((await request.get(place)).status(), place).toBe(wanted)
    }
  })
}
