import { expect, test } from '@playwright/test'
import { ADAPTERS } from './adapters'
import { CABINET, complaintsOf, DRIFTWOOD, serverPath, toolPath } from './page-checks'

// What readers come for, once on each adapter, with scripts as browsers run them.

for (const { adapter, origin } of ADAPTERS) {
  test.describe(`on ${adapter}`, () => {
    test.use({ baseURL: origin })

    test('one finds a tool', async ({ page }) => {
      const complaints = complaintsOf(page)
      await page.goto('/')
      await page.getByRole('main').getByRole('searchbox').fill('search the web')
      await page.getByRole('button', { name: 'Search' }).click()
      await expect(page).toHaveURL('/search?q=search+the+web')
      await expect(page.getByRole('main').getByRole('searchbox')).toHaveValue('search the web')
      const best = page.getByRole('main').getByRole('heading', { level: 2 }).getByRole('link').first()
      const name = (await best.textContent()) ?? ''
      await best.click()
      await expect(page).toHaveURL(/\/(tool|server)\//)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      await expect(page.getByRole('region', { name: 'Does it work now?' })).toBeVisible()
      // Suggestions that were still under way when the form was sent are given up.
      expect(complaints.filter((complaint) => !complaint.endsWith('net::ERR_ABORTED'))).toEqual([])
    })

    test('one filters a ranking', async ({ page }) => {
      await page.goto('/categories')
      await page.getByRole('main').locator('a[href="/category/web-search"]').first().click()
      await page.getByRole('main').getByRole('link', { name: 'Down', exact: true }).click()
      await expect(page).toHaveURL('/category/web-search?status=down')
      await expect(page.getByRole('link', { name: 'Down', exact: true })).toHaveAttribute('aria-current', 'true')
      const states = page.getByRole('table').locator('td.state [data-status]')
      await expect(states.first()).toBeVisible()
      for (const state of await states.all()) await expect(state).toHaveAttribute('data-status', 'down')
    })

    test('one follows a broken tool to its replacement', async ({ page }) => {
      await page.goto('/')
      await page.getByRole('main').getByRole('link', { name: 'Driftwood Search' }).first().click()
      await expect(page).toHaveURL(new RegExp(`^${origin}/(server|tool)/${DRIFTWOOD}`))
      const band = page.getByRole('region', { name: 'Does it work now?' })
      await expect(band).toHaveAttribute('data-status', 'down')
      await band.getByRole('link', { name: /^\d+ working alternatives?$/ }).click()
      await expect(page).toHaveURL(new RegExp(`^${origin}/(alternatives/|server/.*#instead)`))
      const replacement = page.getByRole('table').getByRole('rowheader').getByRole('link').first()
      await replacement.click()
      await expect(page.getByRole('region', { name: 'Does it work now?' })).toHaveAttribute('data-status', 'healthy')
    })

    test('one copies the line that installs a server', async ({ page, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin })
      await page.goto(serverPath(CABINET))
      const install = page.locator('#install')
      await install.getByRole('tab', { name: 'Claude Code' }).click()
      const panel = install.getByRole('tabpanel', { name: 'Claude Code' })
      await panel.getByRole('button', { name: 'Copy' }).click()
      await expect(panel.getByRole('button', { name: 'Copied' })).toBeVisible()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toMatch(/^claude mcp add .*@northwind\/file-cabinet/s)
      expect(copied).toBe(await panel.locator('code').textContent())
    })

    test('one verifies a signature', async ({ page }) => {
      await page.goto(toolPath(`${DRIFTWOOD}/web_search`))
      await page.getByRole('link', { name: 'Proof of this tool' }).click()
      await page.getByRole('button', { name: 'Verify in this browser' }).click()
      await expect(page.locator('#signature').getByRole('status')).toContainText('Valid: the signature is right')
      const token = page.locator('#attestation')
      const shown = ((await token.textContent()) ?? '').trim()
      const changed = shown.replace(/.{4}$/, 'AAAA')
      await page.route(page.url(), async (route) => {
        const answer = await route.fetch()
        // Where pages keep Next's scripts, the data that React renders again has the token, too.
        const body = (await answer.text()).replaceAll(shown, changed)
        await route.fulfill({ response: answer, body })
      })
      await page.reload()
      await page.getByRole('button', { name: 'Verify in this browser' }).click()
      await expect(page.locator('#signature').getByRole('status')).toContainText('Not valid')
    })
  })
}
