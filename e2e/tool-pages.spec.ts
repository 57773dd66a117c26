import { expect, test } from '@playwright/test'
import { idToPath } from 'assay-verify/subject-id'
import type { OutputOf } from '../lib/contract/operations'
import type { Health } from '../lib/contract/shapes/health'
import { STANDALONE_URL } from './adapters'
import { bodyOf, CABINET, CHANGED_TOOL, complaintsOf, LANTERN, MARKUP, serverPath, toolPath } from './page-checks'

const CURIOUS = 'garden/cabinet-of/curious names'

/** Ids with characters that need escaping in a path, each with the name its page must show. */
const ODD_IDS = [
  ['server', CURIOUS, 'Curious Names'],
  ['tool', 'garden/observatory/night-sky/apod/today', 'apod/today'],
  ['tool', 'garden/図書館/検索/貸出状況/確認', '貸出状況/確認'],
  ...['Search Documents', '100%_sure', 'already%2Fescaped', '%zz', '...', 'C++', 'what?now#here', 'it\'s "quoted"'].map(
    (name) => ['tool', `${CURIOUS}/${name}`, name] as const,
  ),
] as const

test.describe('tool', () => {
  test('resolves ids with characters that need escaping', async ({ page, request }) => {
    for (const [kind, id, name] of ODD_IDS)
      await test.step(id, async () => {
        const path = `/${kind}/${idToPath(id)}`
        expect((await page.goto(path))?.status()).toBe(200)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        await expect(page).toHaveTitle(new RegExp(escaped(name)))
        const canonical = kind === 'server' ? '/product/cabinet-of-curious-names' : path
        await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', STANDALONE_URL + canonical)
        const twin = await page.locator('link[rel="alternate"][type="application/json"]').getAttribute('href')
        const others = [twin ?? '', ...['alternatives', 'proof'].map((other) => `/${other}/${idToPath(id)}`)]
        for (const other of others) expect((await request.get(other)).status(), other).toBe(200)
      })
  })

  test('is the same with raw and escaped slashes in its path', async ({ page }) => {
    const answer = await page.goto(`/tool/${encodeURIComponent('garden/observatory/night-sky/apod/today')}`)
    expect(answer?.status()).toBe(200)
    await expect(page.locator('link[rel="canonical"]')).toHaveAttribute('href', /night-sky\/apod\/today$/)
  })

  test('shows its state, how it is called and its proof, as the API answers', async ({ page, request }) => {
    const { results } = await bodyOf<OutputOf<'search'>>(request, '/v1/search?q=file&limit=100')
    const id = results.find(({ serverId, toolId }) => serverId === CABINET && toolId !== CABINET)?.toolId ?? ''
    const health = await bodyOf<Health>(request, `/v1/health/${idToPath(id)}`)
    await page.goto(toolPath(id))
    await expect(page.getByRole('region', { name: 'Does it work now?' })).toHaveAttribute('data-status', health.status)
    await expect(page.locator('#call')).toContainText('string')
    await page.getByRole('link', { name: 'Proof of this tool' }).click()
    for (const reason of health.reasons) await expect(page.locator('#verdict')).toContainText(reason.text)
    for (const axis of ['Reachable', 'Access', 'Verified by'])
      await expect(page.locator('#verdict').getByText(axis, { exact: true })).toBeVisible()
    await expect(page.getByRole('table', { name: 'Uptime by window' })).toContainText('too early')
    // It was never checked, so that its score is a bound of the formula and no figure of it.
    await expect(page.getByRole('table', { name: 'Components of the score' })).toHaveCount(0)
  })

  test('that stays open keeps its times true, and says that it is old', async ({ page }) => {
    await page.clock.install()
    await page.goto(serverPath(LANTERN))
    const band = page.getByRole('region', { name: 'Does it work now?' })
    const old = band.locator('[data-old-page]')
    await expect(band.locator('time').first()).toContainText(/now|second|minute/)
    await expect(old).toBeHidden()
    await page.clock.fastForward('06:00')
    await expect(band.locator('time').first()).toContainText(/\d+ minutes ago/)
    await expect(old).toContainText('This page was loaded 6 minutes ago. Load it again')
    await old.getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('has a forecast and its checks, where it was checked', async ({ page }) => {
    await page.goto(`/proof/${idToPath(LANTERN)}`)
    await expect(page.getByRole('table', { name: 'Chance of being up' })).toContainText('24 hours')
    expect(await page.locator('#checks tbody tr').count()).toBeGreaterThan(3)
    await expect(page.getByRole('table', { name: 'Components of the score' })).toContainText('availability')
    await page.goto(toolPath(CHANGED_TOOL))
    await expect(page.locator('#happened')).toContainText('Delete what is old from the archive')
  })

  test('is listed on the page of its server', async ({ page, request }) => {
    await page.goto(serverPath(CABINET))
    const links = page.locator('#tools a[href^="/tool/"]')
    expect(await links.count()).toBeGreaterThan(1)
    for (const link of await links.all())
      expect((await request.get((await link.getAttribute('href')) ?? '')).status()).toBe(200)
  })

  test('unknown: each of its pages names the nearest ids', async ({ page }) => {
    for (const kind of ['tool', 'server', 'alternatives', 'proof'])
      await test.step(kind, async () => {
        await page.goto(`/${kind}/${idToPath(CABINET)}x`)
        await page.getByRole('link', { name: CABINET, exact: true }).click()
        await expect(page.getByRole('heading', { level: 1 })).toContainText('File Cabinet')
      })
  })
})

test.describe('hostile text', () => {
  const places = [
    serverPath(MARKUP),
    `/proof/${idToPath(MARKUP)}`,
    toolPath(`${MARKUP}/<img src=x onerror=alert(1)>`),
    toolPath(`${MARKUP}/</script><script>alert(1)</script>`),
    toolPath(`${MARKUP}/render_template`),
    serverPath('garden/trickster/reversed'),
    `/alternatives/${idToPath(`${MARKUP}/sort_rows`)}`,
    '/search?q=%3C%2Ftitle%3E%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E',
    '/search?q=markup',
    '/category/other',
    `/tool/${encodeURIComponent('<img src=x onerror=alert(1)>')}`,
  ]
  test('is only text, wherever it is shown', async ({ page }) => {
    const complaints = complaintsOf(page)
    for (const place of places)
      await test.step(place, async () => {
        await page.goto(place)
        expect(await page.title()).not.toBe('owned')
        // The project's pages have no images but badges and no inline handlers, so any other came from the text.
        const foreign = 'img:not([src^="/badge/"]), iframe, object, embed, [onerror], [onload]'
        await expect(page.locator(foreign)).toHaveCount(0)
        const links = await page
          .locator('a')
          .evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).protocol))
        expect(links.filter((protocol) => !['http:', 'https:'].includes(protocol))).toEqual([])
        expect(complaints.filter((complaint) => !complaint.includes('404'))).toEqual([])
      })
  })

  test('in place of a web address is not a link', async ({ page }) => {
    await page.goto(`/proof/${idToPath(MARKUP)}`)
    await expect(page.getByRole('heading', { level: 1 })).toContainText('<b>Markup</b> & "Friends"')
    await expect(page.locator('main a[rel~="ugc"]')).toHaveCount(0)
    await page.goto(`/proof/${idToPath(CABINET)}`)
    await expect(page.locator('main a[rel="nofollow noopener ugc"]')).not.toHaveCount(0)
  })
})

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
