import { expect, type Locator, type Page, test } from '@playwright/test'
import { publisherAndServer } from 'assay-verify/subject-id'
import type { OutputOf } from '../lib/contract/operations'
import { STANDALONE_URL } from './adapters'
import { bodyOf } from './page-checks'

test.describe('home', () => {
  test('asks the question, and shows states, rankings, what is broken and the line for agents', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Is that MCP tool working right now?')
    for (const title of ['Right now', 'Breaking now', 'For agents'])
      await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible()
    await expect(page.getByRole('main')).toContainText(/servers can be checked, \d/)
    await expect(page.getByRole('main')).toContainText(/tools can be checked, \d/)
    await expect(page.locator('code').filter({ hasText: 'claude mcp add --transport http' })).toBeVisible()
  })

  test('leads from the best of a category to its server and its ranking', async ({ page }) => {
    await page.goto('/')
    const table = page.getByRole('table').first()
    await expect(table.getByRole('rowheader').first().getByRole('link')).toHaveAttribute('href', /^\/server\//)
    await page.getByRole('link', { name: /^All \d+ rankings$/ }).click()
    await expect(page).toHaveURL('/categories')
  })
})

test.describe('search', () => {
  test('says that a word that occurs nowhere is not in the catalog, and that nothing fits it', async ({ page }) => {
    await page.goto('/search?q=zzqqxx')
    await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText('Zzqqxx is not in this catalog')
    await page.getByRole('link', { name: 'Search for the words instead' }).click()
    await expect(page.getByRole('status').first()).toContainText('No results for zzqqxx')
  })

  test('refuses a query that is too long', async ({ page }) => {
    const answer = await page.goto(`/search?q=${'a'.repeat(8000)}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('main')).toContainText('longer than 1,000 characters')
    expect((await page.content()).length).toBeLessThan(20_000)
  })

  test('does not repeat the configuration of a client, and offers the page that reads it', async ({ page }) => {
    await page.goto(`/search?q=${encodeURIComponent('{"mcpServers":{"x":{"env":{"KEY":"secret-word"}}}}')}`)
    await expect(page.getByRole('status').getByRole('link')).toHaveAttribute('href', '/check')
    expect(await page.content()).not.toContain('secret-word')
  })

  test('offers answers while one types, which keys choose', async ({ page }) => {
    await page.goto('/categories')
    await page.keyboard.press('/')
    const field = page.getByRole('banner').locator('input')
    await expect(field).toBeFocused()
    await page.keyboard.type('files')
    const options = page.getByRole('banner').getByRole('option')
    await expect(options.first()).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(options.first()).toHaveAttribute('aria-selected', 'true')
    await expect(field).toHaveAttribute('aria-activedescendant', (await options.first().getAttribute('id')) ?? '')
    await page.keyboard.press('Escape')
    await expect(options.first()).toBeHidden()
    await expect(field).toHaveValue('files')
    await field.fill('file')
    await expect(options.first()).toBeVisible()
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/(tool|server)\//)
  })
})

test.describe('category', () => {
  test('lists what the API lists, in its order: every tool, filtered and sorted', async ({ page, request }) => {
    // A probe may change a verdict between the two answers, so this tries again until they agree.
    await expect(async () => {
      const query = 'view=all&sort=name&status=unknown'
      const listing = await bodyOf<OutputOf<'category'>>(request, `/v1/categories/files?${query}`)
      await page.goto('/category/files?sort=name&status=unknown&view=all')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.name)
      const rows = page.getByRole('table').locator('tbody > tr')
      expect(await rows.locator('th > a').allTextContents()).toEqual(listing.rows.map((row) => row.name))
      await expectRows(rows, listing.rows, (row) => [publisherAndServer(row.serverId)])
    }).toPass()
  })

  test('ranks what is rated in the order of the API, a row for each product, and gives the rest no rank', async ({
    page,
    request,
  }) => {
    await expect(async () => {
      const { rows: all } = await bodyOf<OutputOf<'category'>>(request, '/v1/categories/web-search?view=servers')
      const ranked = all.filter(({ rank }) => rank !== null)
      expect(ranked.length).toBeGreaterThan(2)
      expect(ranked.map(({ rank }) => rank)).toEqual(ranked.map((_, at) => at + 1))
      await page.goto('/category/web-search')
      const rows = page.locator('#ranked tbody > tr')
      expect(await rows.locator('th > a').allTextContents()).toEqual(ranked.map((row) => row.serverTitle))
      await expectRows(rows, ranked, (row) => [String(row.rank)])
      const unrated = page.locator('#unrated tbody > tr')
      expect(await unrated.locator('th').count()).toBeGreaterThan(0)
      await expect(page.locator('#unrated .rank')).toHaveCount(0)
      const cells = await unrated.evaluateAll((all) => all.map((row) => row.textContent))
      for (const cell of cells) expect(cell).not.toMatch(/not rated yet/i)
    }).toPass()
  })

  test('shows all of what is not rated on pages of its own, which are not indexed', async ({ page }) => {
    await page.goto('/category/files')
    const [, products] = /(\d+) products?$/.exec((await page.locator('#unrated').innerText()).trim()) ?? []
    await page.goto('/category/files?view=unrated')
    await expect(page.locator('#ranked')).toHaveCount(0)
    await expect(page.locator('#unrated tbody > tr')).toHaveCount(Number(products))
    await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  })

  test('has the same three questions for readers and for machines, on its first page', async ({ page }) => {
    await page.goto('/category/files')
    const questions = await page.locator('#faq dt').allTextContents()
    const answers = await page.locator('#faq dd').allTextContents()
    expect(questions).toHaveLength(3)
    expect(answers.join(' ')).toContain('GET /v1/alternatives/{toolId}')
    const linked = await faqOf(page)
    expect(linked?.mainEntity.map(({ name }) => name)).toEqual(questions)
    expect(linked?.mainEntity.map(({ acceptedAnswer }) => acceptedAnswer.text)).toEqual(answers)
    await page.goto('/category/files?view=all&page=2')
    await expect(page.locator('#faq dt')).toHaveCount(3)
    expect(await faqOf(page)).toBeUndefined()
  })

  test('is paged; a page past the last says so and answers 404', async ({ page, request }) => {
    await page.goto('/category/files?view=all')
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/category/files?page=2&view=all')
    const { rows } = await bodyOf<OutputOf<'category'>>(request, '/v1/categories/files?page=2')
    const names = page.getByRole('table').locator('tbody > tr > th > a')
    expect(await names.allTextContents()).toEqual(rows.map(({ name }) => name))
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL('/category/files?view=all')
    for (const query of ['page=999', 'page=0', 'page=1.5', 'page=two', 'page=', 'status=broken', 'sort=price']) {
      expect((await page.goto(`/category/files?${query}`))?.status(), query).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This ranking has no such page')
    }
  })

  test('leaves combinations of filters out of the index, and knows no parameter of others', async ({ page }) => {
    expect((await page.goto('/category/files?utm_source=elsewhere'))?.status()).toBe(200)
    await expect(page.locator('head meta[name="robots"][content*="noindex"]')).toHaveCount(0)
    await page.goto('/category/files?status=healthy&sort=latency')
    await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', /noindex/)
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute('href', `${STANDALONE_URL}/category/files`)
    expect(
      await page.locator('.filter-row a[href*="&"]:not([rel="nofollow"])').count(),
      'links to combinations that crawlers follow',
    ).toBe(0)
  })

  test('without a result of its filters says so and leads back', async ({ page }) => {
    await page.goto('/category/files?transport=http-api&readOnly=1&status=down')
    await expect(page.getByRole('main').getByRole('table')).toHaveCount(0)
    await page.getByRole('link', { name: 'Show all of them' }).click()
    await expect(page).toHaveURL('/category/files')
  })

  test('that does not exist names the nearest', async ({ page }) => {
    await page.goto('/category/filse')
    await expect(page.getByRole('link', { name: 'files', exact: true })).toHaveAttribute('href', '/category/files')
  })

  test('is a table of its own as CSV', async ({ request }) => {
    const answer = await request.get('/v1/categories/files.csv')
    expect(answer.headers()['content-type']).toContain('text/csv')
    const { tracked } = await bodyOf<OutputOf<'category'>>(request, '/v1/categories/files')
    expect((await answer.text()).trimEnd().split('\r\n')).toHaveLength(tracked + 1)
    expect((await request.get('/v1/categories/filse.csv')).status()).toBe(404)
  })
})

test.describe('incidents', () => {
  test('show every incident the API lists, in its order', async ({ page, request }) => {
    await expect(async () => {
      const { incidents } = await bodyOf<OutputOf<'incidents'>>(request, '/v1/incidents')
      await page.goto('/incidents')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidents')
      const shown = await page.locator('li[id^="inc_"]').evaluateAll((all) => all.map((item) => item.id))
      expect(shown).toEqual(incidents.map(({ id }) => id))
      if (incidents.length === 0) await expect(page.getByRole('main')).toContainText('Nothing is broken now.')
    }).toPass()
    await expect(page.getByRole('link', { name: 'JSON', exact: true })).toHaveAttribute('href', '/v1/incidents')
  })
})

type Row = OutputOf<'category'>['rows'][number]

/** Rows of a table are those of a listing: their states, scores, alternatives and the texts of each. */
async function expectRows(rows: Locator, listed: readonly Row[], textsOf: (row: Row) => string[]): Promise<void> {
  const cells = await rows.evaluateAll((all) => all.map((row) => row.textContent))
  for (const [index, row] of listed.entries())
    for (const text of [...textsOf(row), ...(row.grade === 'unrated' ? [] : [row.score.toFixed(1)])])
      expect(cells[index]).toContain(text)
  const states = rows.locator('td.state [data-status]')
  const statuses = await states.evaluateAll((all) => all.map((badge) => badge.getAttribute('data-status')))
  expect(statuses).toEqual(listed.map(({ status }) => status))
  const links = rows.locator('td.instead a')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(paths).toEqual(listed.map(({ alternatives }) => alternatives))
}

interface FaqData {
  '@type': 'FAQPage'
  mainEntity: { name: string; acceptedAnswer: { text: string } }[]
}

/** The questions of the page for machines. */
async function faqOf(page: Page): Promise<FaqData | undefined> {
  const data = await page.locator('script[type="application/ld+json"]').allTextContents()
  return data.map((text) => JSON.parse(text)).find((item) => item['@type'] === 'FAQPage')
}
