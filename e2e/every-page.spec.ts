import { expect, type Page, test } from '@playwright/test'
import { idToPath } from 'assay-verify/subject-id'
import type { OutputOf } from '../lib/contract/operations'
import { ADAPTERS, STANDALONE_URL } from './adapters'
import { type ListedPage, PAGES_BY_KIND } from './listed-pages'
import {
  axeOf,
  bodyOf,
  CABINET,
  complaintsOf,
  DRIFTWOOD,
  expectDark,
  expectOwnScripts,
  LANTERN,
  MARKUP,
  serverPath,
  shortenLists,
  toolPath,
  violationsOf,
  wholeWidthOf,
} from './page-checks'

/** The narrowest window, in CSS pixels, that pages must fit without scrolling sideways. */
const NARROWEST = 320

/** A test for each kind of page, as each opens a browser context. */
const KINDS = Object.entries(PAGES_BY_KIND).filter(([, pages]) => Object.keys(pages).length > 0)

test.describe('every page without scripts, on a phone', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: NARROWEST, height: 640 }, isMobile: true, hasTouch: true })

  for (const [kind, pages] of KINDS) {
    test(kind, async ({ page }) => {
      // Of both adapters one page of each kind.
      for (const [name, listed] of Object.entries(pages))
        for (const { adapter, origin } of listed.dark ? ADAPTERS : ADAPTERS.slice(0, 1))
          await test.step(`${name} at ${adapter}`, () => expectWhole(page, origin, listed))
    })
  }

  test('searching and following a link', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('main').getByRole('searchbox').fill('files')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=files')
    await page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first().click()
    await expect(page).toHaveURL(/\/(tool|server)\//)
  })
})

async function expectWhole(page: Page, origin: string, { path, canonical, hidden }: ListedPage): Promise<void> {
  const answer = await page.goto(`${origin}${path}`)
  expect(answer?.status()).toBe(200)
  const policy = answer?.headers()['content-security-policy']
  expect(policy).toContain("frame-ancestors 'none'")
  if (origin === STANDALONE_URL) expect(policy).toMatch(/script-src 'self';(?!.*unsafe)/)
  for (const role of ['banner', 'contentinfo'] as const) await expect(page.getByRole(role)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const facts = await page.evaluate(() => {
    const attribute = (selector: string, name: string) => document.head.querySelector(selector)?.getAttribute(name)
    return {
      title: document.title,
      description: attribute('meta[name="description"]', 'content'),
      canonical: attribute('link[rel="canonical"]', 'href'),
      image: attribute('meta[property="og:image"]', 'content'),
      noindex: document.head.querySelectorAll('meta[name="robots"][content*="noindex"]').length,
      headings: document.querySelectorAll('h1').length,
      characters: document.querySelector('main')?.innerText.length ?? 0,
      refused: document.querySelectorAll('th:not([scope]), [onclick], [onload], [onerror], [style]').length,
    }
  })
  expect(facts).toEqual({
    title: expect.stringMatching(/^\S.{2,}/),
    description: expect.stringMatching(/\S{3}/),
    canonical: `${origin}${canonical ?? path.replace(/\?.*/, '')}`.replace(/\/$/, ''),
    image: expect.stringMatching(new RegExp(`^${origin}/.`)),
    noindex: hidden ? 1 : 0,
    headings: 1,
    characters: expect.any(Number),
    refused: 0,
  })
  expect(facts.characters).toBeGreaterThan(60)
  // Elsewhere pages keep the scripts of the framework.
  if (origin === STANDALONE_URL) expectOwnScripts((await answer?.text()) ?? '')
  expect(await wholeWidthOf(page)).toBeLessThanOrEqual(NARROWEST)
}

test.describe('accessibility', () => {
  for (const [kind, pages] of KINDS) {
    test(kind, async ({ page, viewport }) => {
      const complaints = complaintsOf(page)
      for (const [name, listed] of Object.entries(pages))
        await test.step(name, async () => {
          await page.goto(listed.path)
          await page.setViewportSize({ width: NARROWEST, height: 640 })
          expect(await wholeWidthOf(page)).toBeLessThanOrEqual(NARROWEST)
          if (viewport !== null) await page.setViewportSize(viewport)
          await shortenLists(page)
          expect(await violationsOf(axeOf(page))).toEqual([])
          if (listed.dark) await expectDark(page)
          expect(complaints).toEqual([])
        })
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
})

for (const { adapter, origin } of ADAPTERS) {
  test.describe(`addresses of ${adapter}`, () => {
    test('that name nothing answer 404, with their text in the markup', async ({ request }) => {
      const missing = {
        '/lost/in/space': 'Page not found',
        '/docs/reference/nonsense': 'No call has this name',
        [`${serverPath(CABINET)}x`]: 'No tool or server has this id',
        [`${toolPath(CABINET)}x`]: 'No tool or server has this id',
        [`/alternatives/${idToPath(CABINET)}x`]: 'No tool or server has this id',
        [`/proof/${idToPath(CABINET)}x`]: 'No tool or server has this id',
        '/product/no-such': 'No product has this id',
        '/category/filse': 'No ranking has this name',
        '/category/files?page=999': 'This ranking has no such page',
        '/incidents/inc_99999': 'No incident has this id',
        '/incidents/x': 'No incident has this id',
        '/incidents?kind=none': 'No such list of incidents',
      }
      for (const [path, text] of Object.entries(missing)) {
        const answer = await request.get(`${origin}${path}`)
        expect(answer.status(), path).toBe(404)
        const html = await answer.text()
        expect(html.slice(html.indexOf('<h1'), html.indexOf('</h1>')), path).toContain(text)
        expect(html, path).toMatch(/<meta name="robots" content="[^"]*noindex/)
        if (origin === STANDALONE_URL) expectOwnScripts(html)
      }
      for (const id of ['a%25zz', 'a%00b', '%E2%80%AEabc', 'x'.repeat(513)])
        for (const kind of ['tool', 'server'])
          expect((await request.get(`${origin}/${kind}/${id}`)).status(), id).toBe(404)
    })

    test('of former pages lead to those in their place', async ({ request }) => {
      const moved = {
        '/about/probes': '/probing',
        '/breakages': '/incidents',
        '/methodology': '/trust/method',
        [toolPath(CABINET)]: serverPath(CABINET),
        [serverPath(`${CABINET}/read_file`)]: toolPath(`${CABINET}/read_file`),
        '/category/version_control': '/category/version-control',
      }
      for (const [from, to] of Object.entries(moved)) {
        const answer = await request.get(`${origin}${from}`, { maxRedirects: 0 })
        expect([answer.status(), new URL(answer.headers().location ?? '', origin).pathname], from).toEqual([308, to])
      }
    })

    test('are in the sitemap: every category, and every product that can be called and was checked', async ({
      request,
    }) => {
      const index = await (await request.get(`${origin}/sitemap.xml`)).text()
      const parts = [...index.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
      const texts = await Promise.all(parts.map(async (url) => (await request.get(url)).text()))
      const { categories } = await bodyOf<OutputOf<'categories'>>(request, `${origin}/v1/categories`)
      for (const { url } of categories) expect(texts.join('')).toContain(`<loc>${origin}${url}</loc>`)
      for (const path of ['/product/lantern-example-lantern-web-search', `/alternatives/${idToPath(DRIFTWOOD)}`])
        expect(texts.join('')).toContain(`<loc>${origin}${path}</loc>`)
      // Only canonical pages, and none of what was never checked.
      for (const path of [serverPath(LANTERN), serverPath(CABINET), '/product/northwind-file-cabinet'])
        expect(texts.join('')).not.toContain(`${origin}${path}<`)
      const robots = await (await request.get(`${origin}/robots.txt`)).text()
      expect(robots).toContain(`Sitemap: ${origin}/sitemap.xml`)
      expect(robots).toMatch(
        /User-Agent: \*\nAllow: \/\nAllow: \/v1\/breakages\.\nDisallow: \/cron\/\nDisallow: \/v1\//,
      )
      expect((await request.get(`${origin}/sitemap-servers-99.xml`)).status()).toBe(404)
    })

    test('have their icons and pictures for link previews', async ({ request }) => {
      const kinds = {
        '/favicon.ico': /icon/,
        '/apple-touch-icon.png': /^image\/png$/,
        '/manifest.webmanifest': /^application\/manifest\+json/,
        '/opensearch.xml': /^application\/opensearchdescription\+xml/,
        [`/picture/server/${idToPath(DRIFTWOOD)}`]: /^image\/png$/,
        [`/picture/server/${idToPath(MARKUP)}`]: /^image\/png$/,
        '/picture/product/driftwood-search': /^image\/png$/,
        '/picture/category/files': /^image\/png$/,
      }
      for (const [path, kind] of Object.entries(kinds)) {
        const answer = await request.get(`${origin}${path}`)
        expect(answer.status(), path).toBe(200)
        expect(answer.headers()['content-type'], path).toMatch(kind)
      }
      const path = `${origin}/picture/server/${idToPath(CABINET)}`
      const { etag = '' } = (await request.get(path)).headers()
      expect((await request.get(path, { headers: { 'if-none-match': etag } })).status()).toBe(304)
      for (const missing of [
        'server/no/such',
        'server/..%2f',
        'category/no-such',
        'product/no-such',
        `server/${idToPath(CABINET)}/read_file`,
      ])
        expect((await request.get(`${origin}/picture/${missing}`)).status(), missing).toBeGreaterThanOrEqual(400)
      expect((await request.get(`${origin}/.well-known/security.txt`)).status()).toBe(404)
    })
  })
}
