import { expect, test } from '@playwright/test'
import { HOST_NAMES } from 'assay-hook/hosts/find-host'
import type { OutputOf } from '../lib/contract/operations'
import { STANDALONE_URL } from './adapters'
import { bodyOf, CABINET, CHANGED_TOOL, DRIFTWOOD, serverPath, toolPath } from './page-checks'

test.describe('use', () => {
  test('offers every host that the command knows, and shows the command of the chosen one', async ({
    page,
    request,
  }) => {
    await page.goto('/use')
    const hosts = page.getByRole('navigation', { name: 'Hosts' }).getByRole('link')
    const addresses = await hosts.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(addresses.sort()).toEqual(HOST_NAMES.map((name) => `/use?host=${name}`).sort())
    for (const name of HOST_NAMES) {
      await page.goto(`/use?host=${name}`)
      const line = `npm i -g assay-hook && assay-hook install ${name} --url ${STANDALONE_URL}`
      await expect(page.locator('#host code').first()).toHaveText(line)
      await expect(page.locator('#removal code').first()).toHaveText(`assay-hook uninstall ${name}`)
      await expect(page.locator('#guard code').first()).toContainText(` --service ${STANDALONE_URL}`)
    }
    await page.goto('/use?host=nonsense')
    await expect(page.locator('#host code').first()).toContainText('install claude-code')
    const { accuracy } = await bodyOf<OutputOf<'report'>>(request, '/v1/report')
    await expect(page.locator('#wrong')).toContainText(`${accuracy.windowDays} days`)
  })

  test('is reached from the home page, from every page of a server or tool, and from the footer', async ({ page }) => {
    for (const path of ['/', serverPath(DRIFTWOOD), serverPath(CABINET), toolPath(CHANGED_TOOL)]) {
      await page.goto(path)
      await expect(
        page.getByRole('main').getByRole('link', { name: /^use (it|Assay) in your agent$/ }),
      ).toHaveAttribute('href', '/use')
    }
    await page.getByRole('contentinfo').getByRole('link', { name: 'Use it in your agent' }).click()
    await expect(page).toHaveURL('/use')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Use it in your agent')
  })

  test('a host is chosen and its command copied by keys alone', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto('/use')
    await page.getByRole('navigation', { name: 'Hosts' }).getByRole('link', { name: /Goose/ }).focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/use?host=goose')
    const copy = page.locator('#host').getByRole('button', { name: 'Copy' })
    await copy.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('#host').getByRole('button')).toHaveText('Copied')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('assay-hook install goose')
  })
})
