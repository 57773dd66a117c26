import { expect, test } from '@playwright/test'
import { CABINET } from './page-checks'

/** In every place of the setup that is or may be secret. */
const MARK = 'LEAK'
const SETTINGS = `{
  // ${MARK}
  "mcpServers": {
    "cabinet": { "command": "/home/${MARK}/npx", "args": ["-y", "@northwind/file-cabinet@0.0.1", "--key", "${MARK}", "/home/${MARK}"], "env": { "${MARK}": "${MARK}" } },
    "${MARK}-remote": { "url": "https://u:${MARK}@mcp.example.com/mcp?key=${MARK}#${MARK}", "headers": { "Authorization": "Bearer ${MARK}" } },
    "keyed": { "url": "https://mcp.example.com/s/${MARK}4f9a8b7c6d5e4f3a2b1c/mcp" },
    "image": { "command": "docker", "args": ["run", "-i", "-e", "T=${MARK}", "-v", "/home/${MARK}:/d", "acme/image:1.0"] },
    "odd": { "command": "npx", "args": ["--unknown", "${MARK}", "some-package"] },
    "own": { "command": "node", "args": ["/home/${MARK}/server.js"], "cwd": "/srv/${MARK}" },
  },
}`

test.describe('check my setup', () => {
  test('sends only names of a setup full of secrets, and shows what they are', async ({ page }) => {
    await page.goto('/check')
    await page.waitForLoadState('networkidle')
    const sent: string[] = []
    page.on('request', async (request) =>
      sent.push(
        `${request.method()} ${request.url()} ${request.postData() ?? ''} ${JSON.stringify(await request.allHeaders())}`,
      ),
    )
    await page.getByLabel('Your settings file').fill(SETTINGS)
    await page.getByRole('button', { name: 'Check' }).click()
    const row = page.getByRole('row').filter({ hasText: CABINET.split('/').slice(1).join('/') })
    await expect(row).toContainText('In your setup: cabinet, version 0.0.1')
    await expect(
      page.getByRole('region').or(page.locator('section')).filter({ hasText: 'Not looked up' }).last(),
    ).toContainText('It starts a program on your computer')
    await expect(page).toHaveURL(`/check?ids=${encodeURIComponent(CABINET)}`)
    expect(sent.filter((request) => request.startsWith('POST'))).toHaveLength(1)
    expect(sent.length).toBeGreaterThan(1)
    // Whatever the browser asked for, and all of its headers: no secret, no name of the setup.
    expect(sent.join('\n')).not.toMatch(new RegExp(MARK, 'i'))
    expect(page.url()).not.toContain(MARK)
  })

  test('says where a file is broken, and sends nothing', async ({ page }) => {
    await page.goto('/check')
    await page.waitForLoadState('networkidle')
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.url()))
    await page.getByLabel('Your settings file').fill(`{\n "mcpServers": {\n "a" "${MARK}" }`)
    await page.getByRole('button', { name: 'Check' }).click()
    await expect(page.getByRole('main').getByRole('status')).toContainText('check line 3')
    expect(sent).toEqual([])
  })

  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false })

    test('checks a plain list, and shows an address with ids only', async ({ page }) => {
      await page.goto('/check')
      await expect(page.getByLabel('Your settings file')).toBeHidden()
      await page.getByLabel('A list of servers').fill('@northwind/file-cabinet@0.0.1\nno-such-package-anywhere')
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'File' })).toContainText('version 0.0.1')
      await expect(page.getByRole('main')).toContainText('no-such-package-anywhere')
      const address = (await page.locator('code').textContent()) ?? ''
      expect(new URL(address).search).toBe(`?ids=${encodeURIComponent(CABINET)}`)
      await page.goto(address)
      await expect(page.getByRole('row').filter({ hasText: 'File' })).toBeVisible()
    })

    test('shows ids that are not known as such', async ({ page }) => {
      expect((await page.goto(`/check?ids=${encodeURIComponent(CABINET)},no/such/server`))?.status()).toBe(200)
      await expect(page.getByRole('main')).toContainText('Not known here')
      await expect(page.getByRole('main')).toContainText('no/such/server')
    })
  })
})

test.describe('incidents', () => {
  test('former addresses lead there, and what does not exist is 404 with its text', async ({ request }) => {
    const moved = await request.get('/breakages', { maxRedirects: 0 })
    expect([moved.status(), moved.headers().location]).toEqual([308, '/incidents'])
    for (const [path, text] of [
      ['/incidents/inc_99999', 'No incident has this id'],
      ['/incidents/x', 'No incident has this id'],
      ['/incidents?kind=none', 'No such list of incidents'],
    ] as const) {
      const answer = await request.get(path)
      expect(answer.status(), path).toBe(404)
      expect(await answer.text()).toContain(text)
    }
  })

  test('offers its feeds, narrowed as the list is', async ({ page }) => {
    await page.goto('/incidents?category=files')
    await expect(page.locator('head link[type="application/rss+xml"]')).toHaveAttribute(
      'href',
      /\/v1\/breakages\.rss\?category=files$/,
    )
    await expect(page.getByRole('list', { name: 'Feeds' }).getByRole('link', { name: 'RSS' })).toHaveAttribute(
      'href',
      '/v1/breakages.rss?category=files',
    )
  })
})
