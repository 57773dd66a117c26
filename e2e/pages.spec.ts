import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { OutputOf } from '../lib/contract/operations'
import { idToPath } from '../lib/core/catalog/subject-id'
import { STANDALONE_URL } from './adapters'

const CABINET = 'garden/northwind/file-cabinet'
const CURIOUS = 'garden/cabinet-of/curious names'
const MARKUP = 'garden/trickster/markup'

/** Ids that a path can spoil, each with the name its page must show. */
const ODD_IDS = [
  ['garden/observatory/night-sky/apod/today', 'apod/today'],
  ['garden/図書館/検索/貸出状況/確認', '貸出状況/確認'],
  [CURIOUS, 'Curious Names'],
  ...['Search Documents', '100%_sure', 'already%2Fescaped', '%zz', '...', 'C++', 'what?now#here', 'it\'s "quoted"'].map(
    (name) => [`${CURIOUS}/${name}`, name] as const,
  ),
] as const

const toolPath = (id: string) => `/tool/${idToPath(id)}`

/** One page of every kind that answers 200. */
const PAGES = {
  home: '/',
  'search with results': '/search?q=files',
  'search without words': '/search',
  'search without results': '/search?q=zzqqxx',
  categories: '/categories',
  breakages: '/breakages',
  category: '/category/files',
  'category that lists markup': '/category/other',
  server: toolPath(CABINET),
  'server made of markup': toolPath(MARKUP),
  'tool with a long description': toolPath('garden/verbose/long-winded'),
  'tool with a deep schema': toolPath('garden/wide/deep-schema'),
  'tool in Arabic': toolPath('garden/maktaba/translator'),
  alternatives: `/alternatives/${idToPath(CABINET)}`,
  report: '/report',
  methodology: '/methodology',
  probes: '/about/probes',
  problems: '/problems',
} as const

async function answerOf<Answer>(request: APIRequestContext, path: string): Promise<Answer> {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  return answer.json()
}

/** Whatever the browser complains of while a page is open. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('requestfailed', (request) => complaints.push(`${request.url()} ${request.failure()?.errorText}`))
  page.on('dialog', async (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`)
    await dialog.dismiss()
  })
  return complaints
}

test.describe('home', () => {
  test('says what it is, how much it knows and what is broken', async ({ page }) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Does the tool work now\?/)
    const totals = page.getByRole('table', { name: 'Listed tools by verdict' })
    await expect(totals.getByRole('rowheader')).toHaveText(['healthy', 'degraded', 'unknown', 'down'])
    for (const title of ['Open breakages', 'How to verify it', 'How an agent calls it', 'Categories']) {
      await expect(page.getByRole('region', { name: title })).toBeVisible()
    }
  })

  test('shows calls that work as they stand', async ({ page, request }) => {
    await page.goto('/')
    const lines = await page.locator('#agents code').allTextContents()
    expect(lines).toHaveLength(4)
    for (const line of lines) {
      const address = /^curl '([^']+)'$/.exec(line)?.[1]
      expect((await request.get(address ?? '')).status(), line).toBe(200)
    }
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
  test('answers words that occur nowhere with nothing, and says so', async ({ page }) => {
    await page.goto('/search?q=zzqqxx')
    await expect(page.getByRole('status')).toContainText('No results for zzqqxx')
  })

  test('refuses what is too long without failing', async ({ page }) => {
    const answer = await page.goto(`/search?q=${'a'.repeat(10_001)}`)
    expect(answer?.status()).toBe(200)
    await expect(page.getByRole('main')).toContainText('longer than 10,000 characters')
  })
})

test.describe('category', () => {
  test('lists what the API lists, in its order @phone', async ({ page, request }) => {
    // A probe may change a verdict between the two answers; they agree soon.
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
        expect(cells[index]).toContain(row.server)
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
    const asked = await page.locator('#faq dt').allTextContents()
    const answered = await page.locator('#faq dd').allTextContents()
    expect(asked).toHaveLength(3)
    expect(answered.join(' ')).toContain('GET /v1/alternatives/{toolId}')
    const linked = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(linked['@type']).toBe('FAQPage')
    expect(linked.mainEntity.map((entry: { name: string }) => entry.name)).toEqual(asked)
    expect(linked.mainEntity.map((entry: { acceptedAnswer: { text: string } }) => entry.acceptedAnswer.text)).toEqual(
      answered,
    )
  })

  test('is paged: neighbours linked, ranks going on, no page past the last', async ({ page }) => {
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
    for (const page_ of ['999', '0', '1.5', 'two', '']) {
      expect((await page.goto(`/category/files?page=${page_}`))?.status(), `page=${page_}`).toBe(404)
    }
  })

  test('that does not exist is not found', async ({ page }) => {
    expect((await page.goto('/category/nonsense'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
  })
})

test.describe('breakages', () => {
  test('show every incident the API tells of, in its order', async ({ page, request }) => {
    await expect(async () => {
      const { incidents } = await answerOf<OutputOf<'breakages'>>(request, '/v1/breakages')
      await page.goto('/breakages')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('What is broken now')
      const shown = await page.locator('li[id^="inc_"]').evaluateAll((all) => all.map((item) => item.id))
      expect(shown).toEqual(incidents.map(({ id }) => id))
      if (incidents.length === 0) await expect(page.getByRole('main')).toContainText('No open incidents.')
    }).toPass()
    await expect(page.getByRole('link', { name: 'JSON', exact: true })).toHaveAttribute('href', '/v1/breakages')
  })
})

test.describe('tool', () => {
  for (const [id, name] of ODD_IDS) {
    test(`resolves ${id}`, async ({ page }) => {
      const answer = await page.goto(toolPath(id))
      expect(answer?.status()).toBe(200)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page).toHaveTitle(new RegExp(`^${escaped(name)}: `))
      await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', STANDALONE_URL + toolPath(id))
      const twin = await page.locator('link[rel="alternate"][type="application/json"]').getAttribute('href')
      expect((await page.request.get(twin ?? '')).status()).toBe(200)
      await page.getByRole('link', { name: 'What to use instead' }).click()
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    })
  }

  test('shows slashes in a path raw or escaped as one', async ({ page }) => {
    const answer = await page.goto(`/tool/${encodeURIComponent('garden/observatory/night-sky/apod/today')}`)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /night-sky\/apod\/today$/)
  })

  test('tells the verdict, its reasons and what stands behind them', async ({ page, request }) => {
    const id = `${CABINET}/${await firstToolOf(request, CABINET)}`
    const health = await answerOf<OutputOf<'health'>>(request, `/v1/health/${idToPath(id)}`)
    await page.goto(toolPath(id))
    for (const reason of health.reasons) await expect(page.getByRole('article')).toContainText(reason.text)
    for (const axis of ['Reachable', 'Access', 'Verified by'])
      await expect(page.locator('#axes').getByText(axis, { exact: true })).toBeVisible()
    await expect(page.locator('#uptime')).toContainText('not enough data')
    await expect(page.locator('#forecast')).toContainText('in 24 hours')
    await expect(page.getByRole('table', { name: 'Components of the score' })).toContainText('availability')
    await page.getByText('Input schema, as advertised').click()
    await expect(page.getByRole('region', { name: 'Input schema' })).toContainText('"type": "object"')
  })

  test('carries an attestation that an independent library verifies', async ({ page }) => {
    await page.goto(toolPath(CABINET))
    const attestation = (await page.locator('#attestation').textContent()) ?? ''
    const keys = createRemoteJWKSet(new URL(`${STANDALONE_URL}/.well-known/jwks.json`))
    const verified = await jwtVerify(attestation, keys, {
      issuer: STANDALONE_URL,
      typ: 'tool-reliability+jwt',
      algorithms: ['EdDSA'],
    })
    expect(verified.payload.sub).toBe(CABINET)
    await expect(page.locator('#attestation-section')).toContainText(`"sub": "${CABINET}"`)
  })

  test('lists the tools of a server, each linked', async ({ page, request }) => {
    await page.goto(toolPath(CABINET))
    const links = page.getByRole('table', { name: 'Tools of this server' }).getByRole('link')
    expect(await links.count()).toBeGreaterThan(1)
    for (const link of await links.all())
      expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
  })

  for (const kind of ['tool', 'alternatives']) {
    test(`unknown: ${kind} page is a 404 that names the nearest ids`, async ({ page }) => {
      const answer = await page.goto(`/${kind}/${idToPath(CABINET)}x`)
      expect(answer?.status()).toBe(404)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('No tool or server has this id')
      await page.getByRole('link', { name: CABINET, exact: true }).click()
      await expect(page).toHaveURL(toolPath(CABINET))
    })
  }

  test('ids that are not well formed are not found', async ({ page }) => {
    for (const path of ['/tool/a%25zz', '/tool/a%00b', '/tool/%E2%80%AEabc', `/tool/${'x'.repeat(513)}`]) {
      expect((await page.goto(path))?.status(), path).toBe(404)
    }
  })
})

async function firstToolOf(request: APIRequestContext, serverId: string): Promise<string> {
  const { results } = await answerOf<OutputOf<'search'>>(request, '/v1/search?q=file&limit=100')
  return results.find((result) => result.server === serverId && result.toolId !== serverId)?.name ?? ''
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

test.describe('hostile text', () => {
  const places = [
    toolPath(MARKUP),
    toolPath(`${MARKUP}/<img src=x onerror=alert(1)>`),
    toolPath(`${MARKUP}/</script><script>alert(1)</script>`),
    toolPath(`${MARKUP}/render_template`),
    toolPath('garden/trickster/reversed'),
    `/alternatives/${idToPath(`${MARKUP}/sort_rows`)}`,
    '/search?q=%3C%2Ftitle%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    '/search?q=markup',
    '/category/other',
    `/tool/${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
  ]
  for (const place of places) {
    test(`is only text at ${place}`, async ({ page }) => {
      const complaints = complaintsOf(page)
      await page.goto(place)
      await page.waitForLoadState('networkidle')
      expect(await page.title()).not.toBe('owned')
      // None of our pages has an image or an inline handler, so any would be a stranger's.
      await expect(page.locator('img:not([src^="/badge/"]), iframe, object, embed, [onerror], [onload]')).toHaveCount(0)
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol))
      expect(links.filter((protocol) => !['http:', 'https:'].includes(protocol))).toEqual([])
      expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    })
  }

  test('that claims to be a web address is no link', async ({ page }) => {
    await page.goto(toolPath(MARKUP))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>Markup</b> & "Friends"')
    await expect(page.locator('main a[rel~="ugc"]')).toHaveCount(0)
    await page.goto(toolPath(CABINET))
    await expect(page.locator('main a[rel="nofollow noopener ugc"]')).not.toHaveCount(0)
  })
})

test.describe('every page', () => {
  for (const [name, path] of Object.entries(PAGES)) {
    test(`${name} fits a phone, complains of nothing, and has its landmarks @phone`, async ({ page }) => {
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
      await page.emulateMedia({ colorScheme })
      for (const path of Object.values(PAGES)) {
        await page.goto(path)
        const [red = 0] = await page
          .locator('html')
          .evaluate((html) => getComputedStyle(html).backgroundColor.match(/\d+/g)?.map(Number) ?? [])
        expect(red < 128, 'a dark page').toBe(colorScheme === 'dark')
        const { violations } = await new AxeBuilder({ page })
          .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'])
          .analyze()
        const found = violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`))
        expect(found, path).toEqual([])
      }
    })
  }

  test('is reached past the banner by the first key press', async ({ page }) => {
    await page.goto('/')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to the content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
  })

  test('that does not exist is a 404 of ours', async ({ page }) => {
    expect((await page.goto('/lost/in/space'))?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Page not found')
    await expect(page.locator('head meta[name="robots"]')).toHaveAttribute('content', /noindex/)
  })

  test('that matters is in the sitemap', async ({ request }) => {
    const sitemap = await (await request.get('/sitemap.xml')).text()
    const { categories } = await answerOf<OutputOf<'categories'>>(request, '/v1/categories')
    for (const { url } of categories) expect(sitemap).toContain(`<loc>${STANDALONE_URL}${url}</loc>`)
    expect(await (await request.get('/robots.txt')).text()).toContain(`Sitemap: ${STANDALONE_URL}/sitemap.xml`)
  })
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('pages say the same, and forms and links work @phone', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('searchbox').fill('files')
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL('/search?q=files')
    await page.getByRole('main').getByRole('listitem').first().getByRole('link').first().click()
    await expect(page.getByRole('region', { name: 'Score' })).toBeVisible()
    await page.goto('/category/files')
    await expect(page.getByRole('table').getByRole('rowheader')).toHaveCount(50)
    expect((await page.goto(`${toolPath(CABINET)}x`))?.status()).toBe(404)
    // Next leaves the body of such an answer to JavaScript; its head says what a reader needs.
    await expect(page).toHaveTitle(/No tool or server has this id/)
    await expect(page.locator('head meta[name="description"]')).toHaveAttribute('content', new RegExp(`: .*${CABINET}`))
  })
})
