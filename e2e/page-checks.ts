import { AxeBuilder } from '@axe-core/playwright'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { idToPath } from 'assay-verify/subject-id'

export const CABINET = 'garden/northwind/file-cabinet'
export const MARKUP = 'garden/trickster/markup'

/** Of commands/test/prepare-database.ts: it is down, and one that does the same and works. */
export const DRIFTWOOD = 'demo/driftwood.example/search'
export const LANTERN = 'official/example.lantern/web-search'
/** A tool of which a description changed. */
export const CHANGED_TOOL = 'demo/cellar.example/archive/tidy_archive'

export const toolPath = (id: string) => `/tool/${idToPath(id)}`
export const serverPath = (id: string) => `/server/${idToPath(id)}`

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * An axe analysis of the open page, before its rules or parts are narrowed. Only violations are collected in full, and
 * no second page joins the results of frames, as no page has one.
 */
export const axeOf = (page: Page) =>
  new AxeBuilder({ page })
    .options({ resultTypes: ['violations'] })
    .withTags(AXE_TAGS)
    .setLegacyMode()

const ROWS_KEPT = 15

/**
 * Removes the rows of long tables and lists after the first of them, which have the same markup as those: an analysis
 * takes seconds for hundreds.
 */
export async function shortenLists(page: Page): Promise<void> {
  await page.evaluate((kept) => {
    for (const list of document.querySelectorAll('tbody, ul, ol'))
      for (const row of [...list.children].slice(kept)) row.remove()
  }, ROWS_KEPT)
}

/** What an analysis found, one `rule: selectors` a violation. */
export async function violationsOf(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze()
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)
}

/** Shown to who prefers dark colours, it is dark and its contrasts suffice. */
export async function expectDark(page: Page): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const [red = 255] = await page
    .locator('html')
    .evaluate((html) => getComputedStyle(html).backgroundColor.match(/\d+/g)?.map(Number) ?? [])
  expect(red, 'a dark page').toBeLessThan(128)
  expect(await violationsOf(axeOf(page).withRules(['color-contrast'])), 'dark').toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** The only scripts are modules of the service and structured data that parses. */
export function expectOwnScripts(html: string): void {
  for (const [, attributes = '', content = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)) {
    if (attributes.includes('application/ld+json')) {
      const data = JSON.parse(content)
      expect([data['@context'], typeof data['@type']]).toEqual(['https://schema.org', 'string'])
    } else {
      expect(attributes).toMatch(/src="\/assets\/[\w-]+\.js/)
      expect(content).toBe('')
    }
  }
  expect(html).not.toMatch(/\/_next\/static\/[^"']*\.js/)
}

/**
 * Everything the browser reports while a page is open: console errors and warnings, exceptions, failed requests and
 * dialogs.
 */
export function complaintsOf(page: Page): string[] {
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

/** How wide the page is with everything shown that is folded up, in CSS pixels. It stays as it was. */
export async function wholeWidthOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const folded = document.querySelectorAll<HTMLDetailsElement>('details:not([open])')
    for (const details of folded) details.open = true
    const { scrollWidth } = document.documentElement
    for (const details of folded) details.open = false
    return scrollWidth
  })
}

/** Checks that the shell lines at `selector` are `count` curl calls that answer 200 as they are. */
export async function expectCallsToWork(page: Page, selector: string, count: number): Promise<void> {
  const lines = await page.locator(selector).allTextContents()
  expect(lines).toHaveLength(count)
  for (const line of lines) {
    const address = /^curl '([^']+)'$/.exec(line)?.[1]
    expect((await page.request.get(address ?? '')).status(), line).toBe(200)
  }
}

/** The JSON of a call that must answer 200. */
export async function bodyOf<Answer>(request: APIRequestContext, path: string): Promise<Answer> {
  const answer = await request.get(path)
  expect(answer.status(), path).toBe(200)
  return answer.json()
}
