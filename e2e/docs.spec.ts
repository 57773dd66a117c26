import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'
import { ERRORS } from '../lib/contract/errors'
import type { OperationContract } from '../lib/contract/operation'
import { OPERATION_GROUPS } from '../lib/contract/operation-groups'
import { OPERATIONS } from '../lib/contract/operations'
import { NEXT_URL, STANDALONE_URL } from './adapters'

const contracts: OperationContract[] = Object.values(OPERATIONS)

/** What the markup of Swagger UI itself does not do; its own package decides it, and all it shows is also above it or in /openapi.json. */
const KNOWN_OF_SWAGGER = [
  'color-contrast',
  'landmark-main-is-top-level',
  'nested-interactive',
  'scrollable-region-focusable',
  'select-name',
]
/** Its second main part, which is told of ours too. */
const ITS_OWN_MAIN = 'landmark-no-duplicate-main'

async function openReference(page: Page): Promise<void> {
  await page.goto('/docs')
  await expect(page.locator('.opblock')).toHaveCount(contracts.length)
}

/** Addresses a page asks for that are not its own. */
function strangersOf(page: Page): string[] {
  const strangers: string[] = []
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url())
    if (origin !== STANDALONE_URL && protocol !== 'data:' && protocol !== 'blob:') strangers.push(request.url())
  })
  return strangers
}

test.describe('the documentation', () => {
  test('is found from every page', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Docs' })).toBeVisible()
    await expect(page.locator('#agents').getByRole('link', { name: 'All calls' })).toHaveAttribute('href', '/docs')
    await page.getByRole('contentinfo').getByRole('link', { name: 'API documentation' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('API documentation')
  })

  test('begins with lines that work as they stand', async ({ page, request }) => {
    await page.goto('/docs')
    const lines = await page.locator('#begin code').allTextContents()
    expect(lines).toHaveLength(4)
    for (const line of lines) {
      const address = /^curl '([^']+)'$/.exec(line)?.[1]
      expect((await request.get(address ?? '')).status(), line).toBe(200)
    }
  })

  test('shows every call in the reference, asks no other host, and complains of nothing', async ({ page }) => {
    const strangers = strangersOf(page)
    const complaints: string[] = []
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await openReference(page)
    for (const { tag, operations } of OPERATION_GROUPS) {
      for (const name of Object.keys(operations)) await expect(page.locator(`#operations-${tag}-${name}`)).toBeVisible()
    }
    await page.waitForLoadState('networkidle')
    expect(strangers).toEqual([])
    expect(complaints).toEqual([])
  })

  test('sends a call from the page', async ({ page }) => {
    const strangers = strangersOf(page)
    await openReference(page)
    const call = page.locator('#operations-reads-health')
    await call.locator('.opblock-summary-control').click()
    await call.getByRole('button', { name: 'Try it out' }).click()
    await call.locator('input[placeholder="toolId"]').fill('garden/northwind/file-cabinet/read_file')
    await call.getByRole('button', { name: 'Execute' }).click()
    await expect(call.locator('.live-responses-table tbody .response-col_status')).toHaveText(/^200/)
    await expect(call.locator('.live-responses-table')).toContainText('staleAfter')
    expect(strangers).toEqual([])
  })

  test('fits a phone, also with a call opened @phone', async ({ page }) => {
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
      await page.emulateMedia({ colorScheme })
      await openReference(page)
      await page.locator('#operations-reads-search .opblock-summary-control').click()
      await expect(page.locator('#operations-reads-search .responses-wrapper')).toBeVisible()
      const rules = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
      const ours = await new AxeBuilder({ page })
        .withTags(rules)
        .disableRules(ITS_OWN_MAIN)
        .exclude('.swagger-ui')
        .analyze()
      expect(
        ours.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
      ).toEqual([])
      const theirs = await new AxeBuilder({ page })
        .withTags(rules)
        .disableRules(ITS_OWN_MAIN)
        .include('.swagger-ui')
        .analyze()
      const found = theirs.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`,
      )
      expect(found.filter((fault) => !KNOWN_OF_SWAGGER.some((id) => fault.startsWith(`${id}:`)))).toEqual([])
    })
  }
})

test.describe('the documentation without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('has every call, every code, keys, limits and how to verify', async ({ page }) => {
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

for (const origin of [STANDALONE_URL, NEXT_URL]) {
  test(`llms.txt of ${origin === NEXT_URL ? 'next start' : 'the standalone door'} names every call and links to what is there`, async ({
    request,
  }) => {
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
      // Two of the first calls name a tool of the reference servers, which only the standalone door runs; /mcp answers POST.
      const may = place.includes('server-everything') && origin === NEXT_URL ? 404 : place.endsWith('/mcp') ? 405 : 200
      expect((await request.get(place)).status(), place).toBe(may)
    }
  })
}
