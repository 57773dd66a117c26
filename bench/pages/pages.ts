import { resolve } from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser } from '@playwright/test'
import { HtmlValidate } from 'html-validate'
import { type Bench, BenchCannotRun, numberFlag, type Print } from '../bench'
import { ADAPTERS, type Adapter, type OpenedPages, withPages } from './adapters'
import { type LighthouseFigures, lighthouseOf } from './lighthouse'
import { faultsOf, structuredDataOf } from './markup'
import { type PageWeight, weighPage } from './page-weight'
import { samplePages } from './sample-pages'
import { measureVisitors } from './visitors'

/** Kinds of pages that Lighthouse opens. */
const LIGHTHOUSE_KINDS = ['home', 'category of one', 'server of one', 'tool of one', 'docs']
/** As e2e/page-checks.ts. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']

interface PageFigures {
  path: string
  weight: PageWeight
  /** Of a strict policy, of the head, of structured data, of axe and of html-validate. */
  faults: string[]
  structured: string[]
}

interface AdapterFigures {
  pages: Record<string, PageFigures>
  lighthouse: Record<string, LighthouseFigures>
}

/**
 * One page of each kind on both adapters, with the demonstration's data: what the browser loads for it (markup, script,
 * style and font, compressed as sent), faults of its markup (html-validate, inline code, structured data) and of its
 * accessibility (axe, in both schemes), and what Lighthouse says of the main ones as a simulated phone (median of
 * `--runs`; 0: left out). With `--visitors N` instead what N visitors who search at once and others do beside the API
 * (`measureVisitors`), of this build and of the one in the folder `--beside`, in turn. `--data`: a folder that
 * `npm run demo` made; `--url`: a running service, in place of both adapters.
 */
export const bench: Bench = {
  flags: { runs: '3', data: '', url: '', adapters: ADAPTERS.join(','), visitors: '0', beside: '' },
  async run(flags, print) {
    if (flags.visitors !== '0') return visitorsOf(flags, print)
    const runs = flags.runs === '0' ? 0 : numberFlag(flags, 'runs')
    const figures: Record<string, AdapterFigures> = {}
    await withPages(flags, adaptersOf(flags.adapters ?? ''), print, async (opened) => {
      figures[opened.adapter] = await measureAll(opened, runs, print)
    })
    return figures
  },
  hasFailed: (result) =>
    Object.values(result as Record<string, Partial<AdapterFigures>>).some(({ pages = {} }) =>
      Object.values(pages).some(({ faults }) => faults.length > 0),
    ),
}

function visitorsOf(flags: Readonly<Record<string, string>>, print: Print) {
  const folders = [process.cwd(), ...(flags.beside ? [resolve(flags.beside)] : [])]
  return measureVisitors(folders, numberFlag(flags, 'visitors'), numberFlag(flags, 'runs'), print)
}

function adaptersOf(text: string): Adapter[] {
  const named = ADAPTERS.filter((adapter) => text.split(',').includes(adapter))
  if (named.length === 0) throw new BenchCannotRun(`--adapters takes ${ADAPTERS.join(', ')}`)
  return named
}

async function measureAll(
  { origin, browser, executablePath }: OpenedPages,
  runs: number,
  print: Print,
): Promise<AdapterFigures> {
  const samples = await samplePages(origin)
  const pages: Record<string, PageFigures> = {}
  for (const [name, path] of samples) {
    const figures = await measurePage(browser, origin, path)
    pages[name] = figures
    const { markup, script, style, font } = figures.weight
    print(
      `${name.padEnd(22)} markup ${markup} script ${script} style ${style} font ${font} ${figures.structured.join(' ')}`,
    )
    for (const fault of figures.faults) print(`  ${path}: ${fault}`)
  }
  // Lighthouse has the machine for itself.
  await browser.close()
  const lighthouse: AdapterFigures['lighthouse'] = {}
  for (const name of runs === 0 ? [] : LIGHTHOUSE_KINDS) {
    const path = samples.get(name)
    if (path === undefined) continue
    const figures = await lighthouseOf(`${origin}${path}`, runs, executablePath)
    lighthouse[name] = figures
    print(`${name.padEnd(22)} ${JSON.stringify(figures)}`)
  }
  return { pages, lighthouse }
}

async function measurePage(browser: Browser, origin: string, path: string): Promise<PageFigures> {
  const address = `${origin}${path}`
  const html = await (await fetch(address)).text()
  const weight = await weighPage(browser, address)
  const faults = [
    ...faultsOf(html),
    ...(await markupFaultsOf(html)),
    ...(await accessibilityFaultsOf(browser, address)),
  ]
  if (weight.elsewhere > 0) faults.push(`${weight.elsewhere} requests to other hosts`)
  return { path, weight, faults, structured: structuredDataOf(html).map((data) => String(data['@type'])) }
}

const validator = new HtmlValidate({ extends: ['html-validate:standard'] })

async function markupFaultsOf(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html)
  return results.flatMap(({ messages }) =>
    messages
      .filter(({ severity }) => severity === 2)
      .map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector})`),
  )
}

async function accessibilityFaultsOf(browser: Browser, address: string): Promise<string[]> {
  const faults: string[] = []
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({ colorScheme })
    const page = await context.newPage()
    await page.goto(address, { waitUntil: 'load' })
    const { violations } = await new AxeBuilder({ page }).withTags(AXE_TAGS).analyze()
    for (const { id, nodes } of violations)
      faults.push(
        `axe in ${colorScheme}, ${id}: ${nodes
          .slice(0, 3)
          .map(({ target }) => target.join(' '))
          .join(', ')}`,
      )
    await context.close()
  }
  return faults
}
