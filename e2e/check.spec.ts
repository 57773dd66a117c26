import { expect, type Page, test } from '@playwright/test'
import { ADAPTERS } from './adapters'
import { CABINET, DRIFTWOOD, LANTERN } from './page-checks'

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

/**
 * All that the browser sends, as it is sent: method, address, body and headers of every request, of whatever kind, from
 * the first on.
 */
function requestsOf(page: Page): Promise<string>[] {
  const sent: Promise<string>[] = []
  page.context().on('request', (request) => {
    const body = request.postDataBuffer()?.toString('utf8') ?? ''
    sent.push(
      request.allHeaders().then((headers) => `${request.method()} ${request.url()} ${body} ${JSON.stringify(headers)}`),
    )
  })
  page.on('websocket', (socket) => sent.push(Promise.resolve(`websocket ${socket.url()}`)))
  return sent
}

for (const { adapter, origin } of ADAPTERS) {
  test(`on ${adapter}, checking a setup full of secrets sends identifiers and nothing else`, async ({ page }) => {
    const requests = requestsOf(page)
    await page.goto(`${origin}/check`)
    await page.waitForLoadState('networkidle')
    const before = requests.length
    await page.getByLabel('Your settings file').fill(SETTINGS)
    await page.getByRole('button', { name: 'Check' }).click()
    const row = page.getByRole('row').filter({ hasText: CABINET.split('/').slice(1).join('/') })
    await expect(row).toContainText('In your setup: cabinet, version 0.0.1')
    await expect(page.locator('section').filter({ hasText: 'Not looked up' }).last()).toContainText(
      'It starts a program on your computer',
    )
    await expect(page).toHaveURL(`${origin}/check?ids=${encodeURIComponent(CABINET)}`)
    // Leaving the page may send what was kept until then.
    await page.getByRole('row').getByRole('link').first().click()
    await page.waitForLoadState('networkidle')
    const sent = await Promise.all(requests)
    const posts = sent.filter((request) => request.startsWith('POST'))
    expect(posts).toHaveLength(1)
    expect(posts[0]).toContain(`POST ${origin}/v1/reliability/lookup {`)
    expect(sent.length).toBeGreaterThan(before + 1)
    const all = sent.join('\n')
    for (const secret of [MARK, MARK.toLowerCase(), btoa(MARK), 'cabinet"', 'keyed', 'odd', 'headers":{'])
      expect(all.replaceAll('file-cabinet"', ''), secret).not.toContain(secret)
    for (const address of sent) expect(address).toContain(` ${origin}/`)
    const kept = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
    )
    expect(kept).toBe('[{},{},""]')
  })
}

for (const { adapter, origin } of ADAPTERS) {
  test(`on ${adapter}, a setup pasted into the search field is checked, and nothing else of it leaves the field`, async ({
    page,
  }) => {
    const requests = requestsOf(page)
    await page.goto(`${origin}/`)
    await page.waitForLoadState('networkidle')
    await page
      .getByRole('searchbox')
      .or(page.getByRole('combobox'))
      .first()
      .evaluate((field, text) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, SETTINGS)
    await expect(page.getByRole('row').filter({ hasText: 'In your setup: cabinet' })).toBeVisible()
    await expect(page.getByRole('main')).toContainText('It starts a program on your computer')
    await expect(page).toHaveURL(`${origin}/check?ids=${encodeURIComponent(CABINET)}`)
    expect((await Promise.all(requests)).join('\n')).not.toContain(MARK)
    const kept = await page.evaluate(() => [localStorage.length, sessionStorage.length])
    expect(kept).toEqual([0, 0])
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).toContainText('working right now')
  })
}

test.describe('check my setup', () => {
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
      await page
        .getByLabel('A list of servers', { exact: true })
        .fill('@northwind/file-cabinet@0.0.1\nno-such-package-anywhere')
      await page.getByRole('button', { name: 'Check' }).click()
      await expect(page.getByRole('row').filter({ hasText: 'File' })).toContainText('version 0.0.1')
      await expect(page.getByRole('main')).toContainText('no-such-package-anywhere')
      const address = (await page.locator('code').textContent()) ?? ''
      expect(new URL(address).search).toBe(`?ids=${encodeURIComponent(CABINET)}`)
      await page.goto(address)
      await expect(page.getByRole('row').filter({ hasText: 'File' })).toBeVisible()
    })

    test('shows which of some ids work, are down or are not known', async ({ page }) => {
      await page.goto(`/check?ids=${[DRIFTWOOD, LANTERN, 'no/such/server'].map(encodeURIComponent)}`)
      await expect(page.locator('#result-title')).toHaveText('2 servers: 1 working, 1 down')
      await expect(page.getByRole('row').filter({ hasText: 'Driftwood' })).toContainText('Down')
      await expect(page.getByRole('main')).toContainText('Not known here')
      await expect(page.getByRole('main')).toContainText('no/such/server')
    })
  })
})

test.describe('incidents', () => {
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
