import { expect, test } from '@playwright/test'
import type { OutputOf } from '../lib/contract/operations'
import { publisherAndServer } from '../lib/core/catalog/subject-id'
import { STANDALONE_URL } from './adapters'
import { answerOf, expectCallsToWork } from './page-checks'

test.describe('home', () => {
  test('shows what it is, the totals and what is broken', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Does the tool work now\?/)
    const totals = page.getByRole('table', { name: 'Listed tools by verdict' })
    await expect(totals.getByRole('rowheader')).toHaveText(['healthy', 'degraded', 'unknown', 'down'])
    for (const title of ['Open breakages', 'How to verify it', 'How an agent calls it', 'Categories']) {
      await expect(page.getByRole('region', { name: title })).toBeVisible()
    }
  })

  test('shows calls that work as they are', async ({ page }) => {
    await page.goto('/')
    await expectCallsToWork(page, '#agents code', 4)
  })

  test('searches', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('searchbox', { name: 'What should the tool do?' }).fill('move files')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=move+files')
    await expect(page.getByRole('searchbox')).toHaveValue('move files')
    expect(await page.getByRole('main').getByRole('listitem').count()).toBeGreaterThan(1)
  })
})

test.describe('search', () => {
  test('shows that nothing fits words that occur nowhere', async ({ page }) => {
    await page.goto('/search?q=zzqqxx')
    await expect(page.getByRole('status')).toContainText('No results for zzqqxx')
  })

  test('refuses a query that is too long', async ({ page }) => {
    const answer = await page.goto(`/search?q=${'a'.repeat(10_001)}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('main')).toContainText('longer than 10,000 characters')
  })
})

test.describe('category', () => {
  test('lists what the API lists, in its order @phone', async ({ page, request }) => {
    // A probe may change a verdict between the two answers, so this tries again until they agree.
    await expect(async () => {
      const listing = await answerOf<OutputOf<'category'>>(request, '/v1/categories/files')
      await page.goto('/category/files')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(listing.name)
      const table = page.getByRole('table')
      expect(await table.getByRole('rowheader').getByRole('link').allTextContents()).toEqual(
        listing.rows.map((row) => row.name),
      )
      const cells = await table.locator('tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent))
      for (const [index, row] of listing.rows.entries()) {
        expect(cells[index]).toContain(publisherAndServer(row.serverId))
        expect(cells[index]).toContain(row.status)
        expect(cells[index]).toContain(row.score.toFixed(1))
      }
      const links = await table
        .getByRole('link', { name: /^Alternatives to / })
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
      expect(links).toEqual(listing.rows.map((row) => row.alternatives))
    }).toPass()
  })

  test('has the same three questions for readers and for machines', async ({ page }) => {
    await page.goto('/category/files')
    const questions = await page.locator('#faq dt').allTextContents()
    const answers = await page.locator('#faq dd').allTextContents()
    expect(questions).toHaveLength(3)
    expect(answers.join(' ')).toContain('GET /v1/alternatives/{toolId}')
    const linked = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(linked['@type']).toBe('FAQPage')
    expect(linked.mainEntity.map((entry: { name: string }) => entry.name)).toEqual(questions)
    expect(linked.mainEntity.map((entry: { acceptedAnswer: { text: string } }) => entry.acceptedAnswer.text)).toEqual(
      answers,
    )
  })

  test('is paged, with links between pages and continuous ranks; there is no page past the last', async ({ page }) => {
    await page.goto('/category/files')
    await expect(page.locator('head link[rel="prev"]')).toHaveCount(0)
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Next' }).click()
    await expect(page).toHaveURL('/category/files?page=2')
    await expect(page.getByRole('table').locator('tbody td').first()).toHaveText('51')
    await expect(page.locator('head link[rel="canonical"]')).toHaveAttribute(
      'href',
      `${STANDALONE_URL}/category/files?page=2`,
    )
    await expect(page.locator('head link[rel="prev"]')).toHaveAttribute('href', `${STANDALONE_URL}/category/files`)
    await page.getByRole('link', { name: 'Previous' }).click()
    await expect(page).toHaveURL('/category/files')
    for (const number of ['999', '0', '1.5', 'two', '']) {
      expect((await page.goto(`/category/files?page=${number}`))?.status(), `page=${number}`).toBe(404)
    }
  })

  test('that does not exist is not found', async ({ page }) => {
    expect((await page.goto('/category/nonsense'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  })
})

test.describe('incidents', () => {
  test('show every incident the API lists, in its order', async ({ page, request }) => {
    await expect(async () => {
      const { incidents } = await answerOf<OutputOf<'incidents'>>(request, '/v1/incidents')
      await page.goto('/incidents')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Incidents')
      const shown = await page.locator('li[id^="inc_"]').evaluateAll((all) => all.map((item) => item.id))
      expect(shown).toEqual(incidents.map(({ id }) => id))
      if (incidents.length === 0) await expect(page.getByRole('main')).toContainText('Nothing is broken now.')
    }).toPass()
    await expect(page.getByRole('link', { name: 'JSON', exact: true })).toHaveAttribute('href', '/v1/incidents')
  })
})
