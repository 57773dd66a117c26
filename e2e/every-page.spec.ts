import { expect, test } from '@playwright/test'
import type { OutputOf } from '../lib/contract/operations'
import { idToPath } from '../lib/core/catalog/subject-id'
import { NEXT_URL, STANDALONE_URL } from './adapters'
import {
  ACCESSIBILITY_WITHIN_MS,
  answerOf,
  axeOf,
  CABINET,
  complaintsOf,
  MARKUP,
  toolPath,
  violationsOf,
} from './page-checks'

/** One page of every kind that answers 200. */
const PAGES = {
  home: '/',
  'search with results': '/search?q=files',
  'search without words': '/search',
  'search without results': '/search?q=zzqqxx',
  categories: '/categories',
  incidents: '/incidents',
  'check without a setup': '/check',
  'check of servers': `/check?ids=${CABINET},no/such`,
  'check of a list': '/check?list=%40northwind%2Ffile-cabinet',
  category: '/category/files',
  'category with every tool': '/category/files?view=all',
  'category without a match': '/category/files?status=down&transport=http-api',
  'category that lists markup': '/category/other',
  server: toolPath(CABINET),
  'server made of markup': toolPath(MARKUP),
  'tool with a long description': toolPath('garden/verbose/long-winded'),
  'tool with a deep schema': toolPath('garden/wide/deep-schema'),
  'tool in Arabic': toolPath('garden/maktaba/translator'),
  alternatives: `/alternatives/${idToPath(CABINET)}`,
  report: '/report',
  'why numbers can be checked': '/trust',
  method: '/trust/method',
  probing: '/probing',
  'probes of a server': `/probes/${idToPath(CABINET)}`,
  'probes of a server made of markup': `/probes/${idToPath(MARKUP)}`,
  problems: '/problems',
} as const

test.describe('every page', () => {
  for (const [name, path] of Object.entries(PAGES)) {
    test(`${name} fits a phone, has its landmarks and causes no console messages @phone`, async ({ page }) => {
      await page.setViewportSize({ width: 375, height: 800 })
      const complaints = complaintsOf(page)
      expect((await page.goto(path))?.status()).toBe(200)
      await page.locator('details').evaluateAll((all) => {
        for (const details of all) details.setAttribute('open', '')
      })
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(375)
      await expect(page.getByRole('banner')).toBeVisible()
      await expect(page.getByRole('contentinfo')).toBeVisible()
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
      await expect(page.locator('head meta[name="description"]')).toHaveAttribute('content', /\S{3}/)
      await expect(page.locator('head meta[property="og:image"]')).toHaveAttribute(
        'content',
        `${STANDALONE_URL}/og.png`,
      )
      await expect(page.locator('th:not([scope])')).toHaveCount(0)
      await page.waitForLoadState('networkidle')
      expect(complaints).toEqual([])
    })
  }

  for (const colorScheme of ['light', 'dark'] as const) {
    test(`is accessible in ${colorScheme}`, async ({ page }) => {
      test.setTimeout(ACCESSIBILITY_WITHIN_MS)
      await page.emulateMedia({ colorScheme })
      for (const path of Object.values(PAGES)) {
        await page.goto(path)
        const [red = 0] = await page
          .locator('html')
          .evaluate((html) => getComputedStyle(html).backgroundColor.match(/\d+/g)?.map(Number) ?? [])
        expect(red < 128, 'a dark page').toBe(colorScheme === 'dark')
        expect(await violationsOf(axeOf(page)), path).toEqual([])
      }
    })
  }

  test('has a link past the banner, which the first key press focuses', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('that does not exist is a 404 page', async ({ page }) => {
    expect((await page.goto('/lost/in/space'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  })

  for (const base of [STANDALONE_URL, NEXT_URL])
    test(`is in the sitemap at ${base}, with every category and every server that can be called`, async ({
      request,
    }) => {
      const index = await (await request.get(`${base}/sitemap.xml`)).text()
      const parts = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
      const texts = await Promise.all(parts.map(async (url) => (await request.get(url)).text()))
      const { categories } = await answerOf<OutputOf<'categories'>>(request, `${base}/v1/categories`)
      for (const { url } of categories) expect(texts.join('')).toContain(`<loc>${base}${url}</loc>`)
      expect(texts.join('')).toContain(`<loc>${base}/server/${idToPath(CABINET)}</loc>`)
      expect(await (await request.get(`${base}/robots.txt`)).text()).toContain(`Sitemap: ${base}/sitemap.xml`)
      expect((await request.get(`${base}/sitemap-servers-99.xml`)).status()).toBe(404)
    })

  for (const base of [STANDALONE_URL, NEXT_URL])
    test(`has its icons and a picture for link previews at ${base}`, async ({ request }) => {
      const kinds = {
        '/favicon.ico': /icon/,
        '/apple-touch-icon.png': /^image\/png$/,
        '/manifest.webmanifest': /^application\/manifest\+json/,
        '/opensearch.xml': /^application\/opensearchdescription\+xml/,
        [`/picture/server/${idToPath(CABINET)}`]: /^image\/png$/,
        [`/picture/server/${idToPath(MARKUP)}`]: /^image\/png$/,
        '/picture/category/files': /^image\/png$/,
      }
      for (const [path, kind] of Object.entries(kinds)) {
        const answer = await request.get(`${base}${path}`)
        expect(answer.status(), path).toBe(200)
        expect(answer.headers()['content-type'], path).toMatch(kind)
      }
      const path = `${base}/picture/server/${idToPath(CABINET)}`
      const { etag = '' } = (await request.get(path)).headers()
      expect((await request.get(path, { headers: { 'if-none-match': etag } })).status()).toBe(304)
      for (const missing of [
        'server/no/such',
        'server/..%2f',
        'category/no-such',
        `server/${idToPath(CABINET)}/read_file`,
      ])
        expect((await request.get(`${base}/picture/${missing}`)).status(), missing).toBeGreaterThanOrEqual(400)
      expect((await request.get(`${base}/.well-known/security.txt`)).status()).toBe(404)
    })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages have the same content, and forms and links work @phone', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('main').getByRole('searchbox').fill('files')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=files')
    await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/(tool|server)\//)
    await page.goto('/category/files?view=all')
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(50)
    expect((await page.goto(`${toolPath(CABINET)}x`))?.status()).toBe(404)
    // Next renders the body of a 404 with JavaScript only; its head has title and description.
    await expect(page).toHaveTitle(/No tool or server has this id/)
    await expect(page.locator('head meta[name="description"]')).toHaveAttribute('content', new RegExp(`: .*${CABINET}`))
  })
})
