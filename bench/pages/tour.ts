import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Bench, BenchCannotRun } from '../bench'
import { withPages } from './adapters'
import { samplePages } from './sample-pages'

const WIDTHS = [320, 768, 1440]
const SCHEMES = ['light', 'dark'] as const
const SCRIPTS = [true, false]

/**
 * Pictures of one page of each kind at three widths, in both schemes, with and without script, as PNG files in the
 * folder `--to`, and the pages that are wider than the window. With the demonstration's data; `--data`: a folder that
 * `npm run demo` made; `--url`: a running service instead.
 */
export const bench: Bench = {
  flags: { to: '', data: '', url: '' },
  async run(flags, print) {
    const { to } = flags
    if (!to) throw new BenchCannotRun('needs --to FOLDER for the pictures')
    const wide: string[] = []
    let pictures = 0
    mkdirSync(to, { recursive: true })
    await withPages(flags, ['standalone'], print, async ({ browser, origin }) => {
      for (const [name, path] of await samplePages(origin)) {
        const taken = await takePictures(browser, `${origin}${path}`, join(to, name.replaceAll(' ', '-')))
        pictures += taken.pictures
        wide.push(...taken.wide.map((how) => `${path} ${how}`))
        print(`${name}: ${path}`)
      }
    })
    for (const page of wide) print(`wider than its window: ${page}`)
    return { pictures, wide }
  },
  hasFailed: ({ wide }) => Array.isArray(wide) && wide.length > 0,
}

async function takePictures(browser: Browser, address: string, file: string) {
  const wide: string[] = []
  let pictures = 0
  for (const colorScheme of SCHEMES)
    for (const javaScriptEnabled of SCRIPTS) {
      const context = await browser.newContext({ colorScheme, javaScriptEnabled, locale: 'en-GB', timezoneId: 'UTC' })
      const page = await context.newPage()
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 900 })
        await page.goto(address, { waitUntil: 'networkidle' })
        const how = `${width}-${colorScheme}${javaScriptEnabled ? '' : '-without-script'}`
        await page.screenshot({ path: `${file}-${how}.png`, fullPage: true })
        pictures += 1
        if (javaScriptEnabled && (await page.evaluate(() => document.documentElement.scrollWidth)) > width)
          wide.push(how)
      }
      await context.close()
    }
  return { pictures, wide }
}
