import { type APIRequestContext, expect, test } from '@playwright/test'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import type { OutputOf } from '../lib/contract/operations'
import { idToPath } from '../lib/core/catalog/subject-id'
import { STANDALONE_URL } from './adapters'
import { answerOf, CABINET, complaintsOf, MARKUP, toolPath } from './page-checks'

const CURIOUS = 'garden/cabinet-of/curious names'

/** Ids with characters that need escaping in a path, each with the name its page must show. */
const ODD_IDS = [
  ['garden/observatory/night-sky/apod/today', 'apod/today'],
  ['garden/図書館/検索/貸出状況/確認', '貸出状況/確認'],
  [CURIOUS, 'Curious Names'],
  ...['Search Documents', '100%_sure', 'already%2Fescaped', '%zz', '...', 'C++', 'what?now#here', 'it\'s "quoted"'].map(
    (name) => [`${CURIOUS}/${name}`, name] as const,
  ),
] as const

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

  test('is the same with raw and escaped slashes in its path', async ({ page }) => {
    const answer = await page.goto(`/tool/${encodeURIComponent('garden/observatory/night-sky/apod/today')}`)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /night-sky\/apod\/today$/)
  })

  test('shows the verdict, its reasons and its evidence', async ({ page, request }) => {
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

  test('malformed ids are not found', async ({ page }) => {
    for (const path of ['/tool/a%25zz', '/tool/a%00b', '/tool/%E2%80%AEabc', `/tool/${'x'.repeat(513)}`]) {
      expect((await page.goto(path))?.status(), path).toBe(404)
    }
  })
})

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
      // The project's pages have no images but badges and no inline handlers, so any other came from the text.
      await expect(page.locator('img:not([src^="/badge/"]), iframe, object, embed, [onerror], [onload]')).toHaveCount(0)
      const links = await page
        .locator('a')
        .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol))
      expect(links.filter((protocol) => !['http:', 'https:'].includes(protocol))).toEqual([])
      expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
    })
  }

  test('in place of a web address is not a link', async ({ page }) => {
    await page.goto(toolPath(MARKUP))
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('<b>Markup</b> & "Friends"')
    await expect(page.locator('main a[rel~="ugc"]')).toHaveCount(0)
    await page.goto(toolPath(CABINET))
    await expect(page.locator('main a[rel="nofollow noopener ugc"]')).not.toHaveCount(0)
  })
})

async function firstToolOf(request: APIRequestContext, serverId: string): Promise<string> {
  const { results } = await answerOf<OutputOf<'search'>>(request, '/v1/search?q=file&limit=100')
  return results.find((result) => result.serverId === serverId && result.toolId !== serverId)?.name ?? ''
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
